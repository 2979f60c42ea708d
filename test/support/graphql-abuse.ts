/** `what(0) what(1) …` */
export const times = (count: number, what: (index: number) => string | number) =>
  Array.from({ length: count }, (_, index) => what(index)).join(' ');
export const nested = (depth: number, open: string, inner = '__typename') =>
  open.repeat(depth) + inner + '}'.repeat(depth * (open.split('{').length - 1));
const fragments = (count: number, fields: (index: number) => string) =>
  times(count, (index) => `fragment f${index} on Post{${fields(index)}}`);
const spread = (count: number, first = 0, of = 1000) =>
  times(count, (index) => `...f${(first + index) % of}`);
export const EVERYTHING = `id title authors{id image{crops{href}}} primarySections{id image{crops{href}}} content{tree{ref}}
  regularSections{id image{crops{href}}} primaryTags{id pages{web{href}}} regularTags{id pages{web{href}}}`;

const ABUSES = `
  aliases × 1000 | {${times(1000, (n) => `a${n}:__typename`)}}
  aliases × 300, of lists | {${times(300, (n) => `a${n}:posts{id}`)}}
  depth 50 | {${nested(50, 'posts{')}}
  depth 900 | {${nested(900, 'a{')}}
  depth 20,000 | {${nested(20_000, 'a{')}}
  a cycle of two fragments | {posts{...f0}} ${fragments(2, (n) => `...f${1 - n}`)}
  a cycle of a fragment that nobody spreads | {posts{id}} ${fragments(1, () => '...f0')}
  a cycle through a field | {posts{...f}} fragment f on Post{authors{...f}}
  a cycle of 200 fragments | {posts{...f0}} ${fragments(200, (n) => `id ${spread(1, n + 1, 200)}`)}
  cycles of 40 fragments | {posts{...f0}} ${fragments(40, (n) => `id ${spread(8, n + 1, 40)}`)}
  fragments that all spread each other | {posts{...f0}} ${fragments(30, () => spread(28))}
  fragments of 2^60 fields | {posts{...f0}} ${fragments(61, (n) => (n < 60 ? `...f${n + 1} ...f${n + 1}` : 'id'))}
  fragments of 10^30 fields | {posts{...f0}} ${fragments(31, (n) => (n < 30 ? spread(10, n + 1, n + 2) : 'id'))}
  fragments that are not there | {posts{${spread(400)}}}
  directives × 990 on a field | {__typename ${'@a '.repeat(990)}}
  directives × 300 on fields | {${times(300, () => '__typename @include(if:true)')}}
  directives × 990 on an operation | query ${'@a '.repeat(990)}{__typename}
  directives × 990 on a variable | query($a:Int ${'@a '.repeat(990)}){__typename}
  directives × 990 on a fragment | {...f} fragment f on Query ${'@a '.repeat(990)}{__typename}
  introspection nested | {__schema{types{${nested(20, 'fields{type{', 'name')}}}}
  introspection nested by ofType | {__schema{types{fields{type{${nested(100, 'ofType{', 'name')}}}}}}
  introspection of lists in lists | {__schema{types{${nested(6, 'fields{type{', 'name')}}}}
  introspection × 100 | {${times(100, (n) => `a${n}:__schema{types{name fields{name}}}`)}}
  merged fields × 390 | {${'posts{id title} '.repeat(390)}}
  merged fields in merged fields | {${`posts{${'authors{id} '.repeat(12)}} `.repeat(30)}}
  merged fields in inline fragments | {posts{${'...on Post{id} '.repeat(280)}}}
  merged fields that nobody spreads | {__typename} fragment f on Query{${`posts{${'id '.repeat(40)}} `.repeat(30)}}
  one name for 150 fields | {${times(150, (n) => `posts(slice:{limit:${n}}){id}`)}}
  unknown fields × 600 | {posts{${times(600, (n) => `titl${n}`)}}}
  operations × 390 | ${times(390, (n) => `query a${n}{__typename}`)}
  variables × 300 | query(${times(300, (n) => `$v${n}:Int`)}){__typename}
  a list of 1900 values | {posts(filters:{includedIds:[${times(1900, (n) => n)}]}){id}}
  lists in lists × 900 | {posts(filters:{includedIds:${'['.repeat(900)}1${']'.repeat(900)}}){id}}
  an input with one field × 600 | {posts(slice:{${'limit:1 '.repeat(600)}}){id}}
  comments | {__typename}${'#\r'.repeat(15_000)}
  tokens × 45,000 | {${'a '.repeat(45_000)}}
  a text of 200 KB | {posts(filters:{includedTags:["${'x'.repeat(200_000)}"]}){id}}
  1 MB | {${'a '.repeat(500_000)}}
  cost | {${times(9, (n) => `a${n}:posts(slice:{limit:100}){${EVERYTHING.replace('\n', ' ')}}`)}}`;

const OF_SIZES = `query($sizes:[String!]){posts(slice:{limit:100}){image{${times(40, (n) => `a${n}:crops(sizes:$sizes){href}`)}}}}`;
export const OF_IDS = 'query($ids:[Int]){posts(filters:{includedIds:$ids}){id}}';
/** Queries made to hurt, each with its name. */
export const ABUSIVE: readonly (readonly [string, { query: string; variables?: object }])[] = [
  ...ABUSES.trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))
    .map(([name = '', query = '']) => [name, { query }] as const),
  ['20,000 values', { query: OF_IDS, variables: { ids: Array.from({ length: 20_000 }, (_, n) => n) } }],
  [
    'crops of 1000 sizes',
    { query: OF_SIZES, variables: { sizes: Array.from({ length: 1000 }, (_, n) => `${n}x1`) } },
  ],
  ['20,000 wrong values', { query: OF_IDS, variables: { ids: Array(20_000).fill('x') } }],
];
