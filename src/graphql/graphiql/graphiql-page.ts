/** Opens on what a site shows first. */
const EXAMPLE = `# Ctrl-Enter runs it, Ctrl-Space completes it.
{
  posts(slice: { limit: 5, order: RECENCY }) {
    id
    title
    publishedAt
    pages { web { href } }
    authors { title }
    regularSections { title path }
    image {
      altText
      crops(sizes: ["600x400"]) { href }
    }
  }
}
`;

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphQL of the content publishing service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/core/graphiql/graphiql.css">
<link rel="stylesheet" href="/core/graphiql/start.css">
</head>
<body>
<form id="key"><label>API key (x-rmauth) <input type="password" autocomplete="off" placeholder="none: what everybody may read"></label></form>
<main id="ide">Loading…</main>
<script src="/core/graphiql/react.js"></script>
<script src="/core/graphiql/react-dom.js"></script>
<script src="/core/graphiql/graphiql.js"></script>
<script src="/core/graphiql/start.js"></script>
</body>
</html>
`;

export const STYLE = `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; }
#key { padding: 8px 16px; font: 14px system-ui, sans-serif; }
#key input { width: 34ch; margin-left: 8px; padding: 4px 6px; font: inherit; }
#ide { flex: 1; min-height: 0; }
@media (prefers-color-scheme: dark) {
  body { background: #212a3b; color: #eee; }
  #key input { background: #151b26; color: #eee; border: 1px solid #555; }
}
`;

/** The key is kept nowhere. */
export const START = `'use strict';
const form = document.getElementById('key');
const key = form.querySelector('input');
form.addEventListener('submit', (event) => event.preventDefault());

async function fetcher(params, { headers } = {}) {
  const secret = key.value.trim();
  const response = await fetch('/core/graphql', {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json, application/json',
      'content-type': 'application/json',
      ...(secret === '' ? {} : { 'x-rmauth': secret }),
      ...headers,
    },
    body: JSON.stringify(params),
  });
  return response.json();
}

ReactDOM.createRoot(document.getElementById('ide')).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: ${JSON.stringify(EXAMPLE)}, shouldPersistHeaders: false }),
);
`;
