// Written by npm run contract.
export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs
         * @description For an orchestrator, which restarts a process that does not answer.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can take work: database, migrations, storage
         * @description For a load balancer, which sends work elsewhere while this is 503.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List images, newest first
         * @description Those who may not read drafts see what something published shows, and own uploads.
         */
        get: operations["listImages"];
        put?: never;
        /**
         * Upload images, or fetch one from a URL
         * @description All files are taken, or none.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image
         * @description Those who may not read drafts see what something published shows, and own uploads.
         */
        get: operations["getImage"];
        /**
         * Edit an image, its crops, or the file that it shows
         * @description Another `image_url` replaces the file; the id stays, and so does what is left out.
         */
        put: operations["editImage"];
        post?: never;
        /**
         * Remove an image
         * @description Refused while something shows it, unless force=1.
         */
        delete: operations["removeImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents, newest first
         * @description Those who may not read drafts see what something published shows, and own uploads.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload documents
         * @description All files are taken, or none.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a document
         * @description Those who may not read drafts see what something published shows, and own uploads.
         */
        get: operations["getDocument"];
        /**
         * Replace the content of a document
         * @description Its id and its URL stay.
         */
        put: operations["replaceDocument"];
        post?: never;
        /**
         * Remove a document
         * @description Refused while something shows it, unless force=1.
         */
        delete: operations["removeDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/res/images/{id}/{version}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image in one of its sizes
         * @description As AVIF or WebP for those who take it (Accept). Ranges and conditional requests are answered.
         */
        get: operations["downloadImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/res/documents/{id}/{secret}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description Ranges and conditional requests are answered.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/res/documents/{id}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document by its former URL
         * @description Answered while something that all may read shows it.
         */
        get: operations["downloadFormerDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/documents/{id}/signed_urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A URL of a document that ends
         * @description For sites with the setting `media.unpublished` = `signed`, and for those who may read the file. Nothing is stored: the URLs open the file until their end, whatever happens to the key.
         */
        post: operations["signDocumentUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/images/{id}/signed_urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * URLs of an image that end
         * @description For sites with the setting `media.unpublished` = `signed`, and for those who may read the file. Nothing is stored: the URLs open the file until their end, whatever happens to the key.
         */
        post: operations["signImageUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.1/authors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an author
         * @description One author has an e-mail address, and one has a slug: 409 when another has it already.
         */
        post: operations["createAuthor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.1/authors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an author
         * @description The object that creating and editing answer, with its version in ETag.
         */
        get: operations["getAuthor"];
        /**
         * Edit an author
         * @description Both names have to be sent; null clears one.
         */
        put: operations["editAuthor"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/authors/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List authors, newest first, or find one by name
         * @description With `name`, the author of exactly this name, or none.
         */
        get: operations["searchAuthors"];
        put?: never;
        /**
         * List authors, newest first (parameters in the body, or the URL)
         * @description As with GET, for clients that do not put parameters into URLs.
         */
        post: operations["searchAuthorsWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.1/authors/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List authors, newest first, or find one by name
         * @description With `name`, the author of exactly this name, or none.
         */
        get: operations["searchAuthorsV11"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/authors/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find authors by e-mail address; unknown addresses are left out
         * @description For those who may read drafts or edit authors.
         */
        get: operations["listAuthorsByEmail"];
        put?: never;
        /**
         * Find authors by e-mail address (parameters in the body, or the URL)
         * @description As with GET, so that addresses do not stand in logs of URLs.
         */
        post: operations["listAuthorsByEmailWithBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say whose key this is, and what it may do
         * @description The author, the role, its rights, and the scope and the end of the key.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all sections but Home
         * @description By order, then id.
         */
        get: operations["listSections"];
        put?: never;
        /**
         * Create a section
         * @description It is Private until its status says otherwise.
         */
        post: operations["createSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/sections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a section; 0 is Home
         * @description Public or Private.
         */
        get: operations["getSection"];
        /**
         * Edit or move a section
         * @description Paths of posts that name the section follow when its URL changes.
         */
        put: operations["editSection"];
        post?: never;
        /**
         * Remove a section
         * @description Its posts move to destination_section_id or lose the section; its child sections move up.
         */
        delete: operations["removeSection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/badges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all badges, by order
         * @description Those of one order by id.
         */
        get: operations["listBadges"];
        put?: never;
        /**
         * Create a badge
         * @description A badge of category 1 is sponsored, and has a description and a link.
         */
        post: operations["createBadge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/badges/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a badge
         * @description As posts show it in `badges_details`.
         */
        get: operations["getBadge"];
        /**
         * Edit a badge
         * @description With `tags` it is on all posts that carry one of them.
         */
        put: operations["editBadge"];
        post?: never;
        /**
         * Remove a badge
         * @description Posts lose it.
         */
        delete: operations["removeBadge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/redirects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redirects, newest first
         * @description Those that were made by hand.
         */
        get: operations["listRedirects"];
        put?: never;
        /**
         * Let a path lead elsewhere
         * @description A path that an article or a section has is 409. One that comes there later wins.
         */
        post: operations["createRedirect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/redirects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a redirect
         * @description Where its path leads.
         */
        get: operations["getRedirect"];
        put?: never;
        post?: never;
        /**
         * Remove a redirect
         * @description Its path leads nowhere, or to what was there.
         */
        delete: operations["removeRedirect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts, newest publication time first unless order_by says otherwise
         * @description A post has to meet all filters that are sent. With include_fields or exclude_fields it has only some of its fields.
         */
        get: operations["listPosts"];
        put?: never;
        /**
         * Create a post
         * @description It is published at once.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/frontpage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the posts of Home in editorial order
         * @description Those that are pinned, then the newest.
         */
        get: operations["listFrontpagePosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/section": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the posts of a section in editorial order
         * @description Those that are pinned, then the newest. The section is a slug, a full path or a title.
         */
        get: operations["listSectionPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the posts with a tag, newest first
         * @description Tags are equal when their slugs are.
         */
        get: operations["listTaggedPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search posts, newest first
         * @description All words of the phrase have to be in headline, subheadline, tags, body or listicle. Case and accents do not matter; quotes and operators are plain text.
         */
        get: operations["searchPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/basename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts and drafts with a slug, newest first
         * @description Published posts, and what else the author of the key may read. Slugs are compared letter by letter.
         */
        get: operations["listPostsByBasename"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/page_views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts by page views, then newest
         * @description Views of the last `period_in_hours` count.
         */
        get: operations["listPostsByPageViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say why a post is in its sections, has its badges, and is at its URLs
         * @description What a client sent, what a tag brought, and which URLs lead to the post.
         */
        get: operations["explainPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/page_views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count page views of a post
         * @description For sites that render their pages themselves. Views are written once a second.
         */
        post: operations["countPageViews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/by-provider/{provider_id}/{provider_post_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create a post or edit it, by its external id
         * @description Makes the article that has this id, or edits it in whatever state it is. However many such requests come at once, there is one article. A removed article frees its id.
         */
        put: operations["putPostByProvider"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or edit many posts
         * @description A record with `provider_post_id` creates the article that has this id under its `provider_id` (20 when absent), or edits it; any other creates one. Records are written in their order; one that fails does not stop the others, and its answer has the `status` and the fields of a problem. With an Idempotency-Key the records that succeed are committed together.
         */
        post: operations["writePosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a post
         * @description Also a draft or a scheduled post that the key may read, or that a preview link opens: its token in `preview` or `x-preview`.
         */
        get: operations["getPost"];
        /**
         * Edit, publish or unpublish a post
         * @description A field that is left out stays as it is; `action` publishes, unpublishes, or reverts to the content of a `revision`.
         */
        put: operations["editPost"];
        post?: never;
        /**
         * Remove a post
         * @description It is kept, and may be restored as a draft.
         */
        delete: operations["removePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/sections/{id}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the posts at the head of the list of a section; 0 is Home
         * @description Those that the key may read.
         */
        get: operations["getEditorialOrder"];
        /**
         * Set the posts at the head of the list of a section; 0 is Home
         * @description All of them, in their order. Each has to be in the section.
         */
        put: operations["setEditorialOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drafts, newest first
         * @description Those that the author of the key may read; with removed=1 removed articles, too.
         */
        get: operations["listDrafts"];
        put?: never;
        /**
         * Create a draft
         * @description The author of the key is its author unless others are sent.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description Also a post or a scheduled post; `draft_url` is where it can be seen. A preview link of it opens it, too: its token in `preview` or `x-preview`.
         */
        get: operations["getDraft"];
        /**
         * Edit, publish, unpublish or restore a draft
         * @description A field that is left out stays as it is; `action` publishes, unpublishes, restores, or reverts to the content of a `revision`.
         */
        put: operations["editDraft"];
        post?: never;
        /**
         * Remove a draft
         * @description It is kept, and may be restored.
         */
        delete: operations["removeDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/drafts/{id}/preview_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the preview links of a draft, newest first
         * @description Those that have ended are left out. Their URLs are not known any more.
         */
        get: operations["listPreviewLinks"];
        put?: never;
        /**
         * Make a link that shows a draft to whoever has it
         * @description For those who may edit the draft. Its token opens this article alone, for reading: on its page, with `GET /drafts/{id}` and `GET /posts/{id}`, and in GraphQL. Once the draft is published, the link leads to the post.
         */
        post: operations["createPreviewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/drafts/{id}/preview_links/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a preview link
         * @description It opens nothing from now on, on any instance.
         */
        delete: operations["revokePreviewLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an article, newest first
         * @description For those who may edit it. The present one is among them; `revisions.kept` former ones are kept.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/revisions/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say in which fields two versions of an article differ
         * @description Fields that clients send, the state and the URL; texts with a difference by words.
         */
        get: operations["compareRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an article as it was at a version
         * @description The post object. Authors, sections, badges and images are as they are now; those that are gone are left out. `PUT` of the post or draft with `{"action": "revert", "revision": n}` brings the content back.
         */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/scheduled_posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scheduled post
         * @description `publication` has what came of the attempts to publish it.
         */
        get: operations["getScheduledPost"];
        /**
         * Schedule a draft, or schedule it anew
         * @description It publishes itself at `scheduled_at`.
         */
        put: operations["schedulePost"];
        post?: never;
        /**
         * Unschedule a post
         * @description It is a draft again.
         */
        delete: operations["unschedulePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/scheduled_posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scheduled posts, most recently created first
         * @description All of them when neither offset nor limit is sent.
         */
        get: operations["listScheduledPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/likes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the likes of a post, newest first
         * @description Each with its author. All of them when neither offset nor limit is sent.
         */
        get: operations["listLikes"];
        put?: never;
        /**
         * Like a post
         * @description Liking it again changes nothing.
         */
        post: operations["likePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/posts/{id}/likes/{author_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a like back
         * @description One that is not there is no error.
         */
        delete: operations["unlikePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/follows/sections/{section_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authors who follow a section, latest follow first
         * @description All of them when neither offset nor limit is sent.
         */
        get: operations["listFollowers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/follows/{author_id}/section": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sections that an author follows, latest follow first
         * @description All of them when neither offset nor limit is sent.
         */
        get: operations["listFollowedSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/follows/{author_id}/section/{section_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Follow a section
         * @description Answers all that the author follows. Following it again changes nothing.
         */
        put: operations["followSection"];
        post?: never;
        /**
         * Unfollow a section
         * @description Answers all that the author still follows. One that is not followed is no error.
         */
        delete: operations["unfollowSection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/scraper": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what is behind a URL
         * @description Title, description, images, embed and more. 422 when it cannot be fetched or read.
         */
        get: operations["scrapePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys, newest first
         * @description Own ones, and those of authors whom one may edit; revoked and expired ones included.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key
         * @description For oneself, or for an author whom one may edit. `key` is answered this once, and remembered nowhere: whoever loses it revokes it and makes another.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a key
         * @description Its state, and when it was used last.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description It is not taken any more: at once, on other machines within a second. It stays in the list.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what has changed, in order
         * @description Every committed change of a post, section, author, badge, image or document once, deletions included, as far as the key may read it; a post that the key can no longer read is told as removed. Keep `next`, and go on with it. A token after which changes are not kept any more is answered with 410 (`changes-gone`): begin again with `after=now`, and read the lists anew.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all webhooks
         * @description By id, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The answer has the `secret`, which is not shown again.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without its secret.
         */
        get: operations["getWebhook"];
        /**
         * Edit a webhook
         * @description A `secret` of null makes a new one, which this answer has.
         */
        put: operations["editWebhook"];
        post?: never;
        /**
         * Remove a webhook
         * @description What has not been delivered never is.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to a webhook, newest first
         * @description Of the time for which events are kept.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver once more
         * @description The same event, with the article as it was then.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description One signed message with the action `test`; the answer is what came of it. A dry run sends nothing.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/1.3/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the writes of the service, newest first
         * @description Every write that is committed, of requests, commands and jobs: who, when, by which route, and of what. Nothing of its content. Records are kept for `audit.keptDays`, and nobody can change them.
         */
        get: operations["listAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        IptcResponse: {
            /** @example Ann Lee */
            "by-line": string;
            /** @example The bridge at dawn */
            "caption/abstract": string;
        };
        ImageShortcodeParams: {
            is_animated_gif: boolean;
            /** @description URL-encoded JSON */
            crop_info: string;
            /**
             * @description by ratio code: the crop in effect, pixels of the original, and the sizes that show it
             * @example {
             *       "3x1": {
             *         "width": 1200,
             *         "top": 200,
             *         "height": 400,
             *         "left": 0,
             *         "sizes": [
             *           "1200x400",
             *           "600x200"
             *         ]
             *       }
             *     }
             */
            manual_image_crops: {
                [key: string]: {
                    width?: number;
                    top?: number;
                    height?: number;
                    left?: number;
                    sizes?: string[];
                };
            };
            /** @description URLs by size, and of the whole image as `origin` */
            thumbnails: {
                [key: string]: string;
            };
            /** @example 1200x800 */
            original_size: string;
            /** @example 1 */
            expand: number;
        };
        PointResponse: {
            /**
             * @description pixels from the left
             * @example 820
             */
            x: number;
            /**
             * @description pixels from the top
             * @example 310
             */
            y: number;
        };
        ImageResponse: {
            /** @example 12 */
            id: number;
            /** Format: uuid */
            task_id: string;
            /** @example 9F86D081884C7D65 */
            shortcode_id: string;
            is_animated_gif: boolean;
            /**
             * @description pixels
             * @example 800
             */
            height: number;
            /**
             * @description pixels
             * @example 1200
             */
            width: number;
            /** @example bridge.jpg */
            filename: string;
            /** @description what the file says; empty when it does not */
            iptc: components["schemas"]["IptcResponse"];
            /** @description and caption, photo_credit, alt, link_url, title, link_target when set */
            shortcode_params: components["schemas"]["ImageShortcodeParams"];
            /** @description URLs by size, and of the whole image as `origin` */
            thumbnails: {
                [key: string]: string;
            };
            /**
             * @description by ratio code: the crop in effect, pixels of the original, and the sizes that show it
             * @example {
             *       "3x1": {
             *         "width": 1200,
             *         "top": 200,
             *         "height": 400,
             *         "left": 0,
             *         "sizes": [
             *           "1200x400",
             *           "600x200"
             *         ]
             *       }
             *     }
             */
            manual_image_crops: {
                [key: string]: {
                    width?: number;
                    top?: number;
                    height?: number;
                    left?: number;
                    sizes?: string[];
                };
            };
            /** @description the focal point that was set; absent where the one that was found counts */
            focal_point?: components["schemas"]["PointResponse"];
            /** @description HTML */
            media_html: string;
            /**
             * @description for body, media and listicle
             * @example [cms-image 12 …]
             */
            shortcode: string;
            /** @description URL of the whole image */
            image_original_url: string;
        };
        UploadImageDto: {
            /**
             * @description by default what the file says (IPTC caption/abstract)
             * @example The bridge at dawn
             */
            caption?: string | null;
            /**
             * @description by default what the file says (IPTC by-line)
             * @example Ann Lee
             */
            photo_credit?: string | null;
            /**
             * @description what the image shows, for those who cannot see it
             * @example A bridge in fog
             */
            alt?: string | null;
            /** @description wraps the image in a link */
            link_url?: string | null;
            /** @description title of the link */
            title?: string | null;
            /** @description `true` opens the link in a new tab */
            link_target?: string | null;
            /**
             * @description URL of the image, in place of a file
             * @example https://example.com/a.jpg
             */
            image_url?: string | null;
            /** @description in multipart/form-data only */
            file?: string[];
        };
        EditImageDto: {
            /**
             * @description by default what the file says (IPTC caption/abstract)
             * @example The bridge at dawn
             */
            caption?: string | null;
            /**
             * @description by default what the file says (IPTC by-line)
             * @example Ann Lee
             */
            photo_credit?: string | null;
            /**
             * @description what the image shows, for those who cannot see it
             * @example A bridge in fog
             */
            alt?: string | null;
            /** @description wraps the image in a link */
            link_url?: string | null;
            /** @description title of the link */
            title?: string | null;
            /** @description `true` opens the link in a new tab */
            link_target?: string | null;
            /** @description the image’s own URL leaves the file as it is, another one replaces it */
            image_url: string;
            /**
             * @description by ratio code; pixels of the original, or of an image of imgWidth × imgHeight; null returns to the default
             * @example {
             *       "3x1": {
             *         "left": 0,
             *         "top": 120,
             *         "width": 1200,
             *         "height": 400
             *       }
             *     }
             */
            manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description centre of the crops that nobody has drawn, pixels of the original; null lets it be found again
             * @example {
             *       "x": 820,
             *       "y": 310
             *     }
             */
            focal_point?: {
                x?: number;
                y?: number;
            } | null;
        };
        DocumentShortcodeParams: {
            /** @example 1 */
            site_id: number;
            /** @example Annual report.pdf */
            original_filename: string;
        };
        DocumentResponse: {
            /** @example 7 */
            id: number;
            /**
             * @description in the URL
             * @example annual-report.pdf
             */
            filename: string;
            /**
             * @description as it was sent; readers download it under this name
             * @example Annual report.pdf
             */
            original_filename: string;
            /** @description URL of the file */
            file_original_url: string;
            /** @description HTML */
            media_html: string;
            /** @example 9F86D081884C7D65 */
            shortcode_id: string;
            /**
             * @description for body, media and listicle
             * @example [cms-document-pdf 7 site_id=1 original_filename="Annual report.pdf"]
             */
            shortcode: string;
            shortcode_params: components["schemas"]["DocumentShortcodeParams"];
        };
        UploadDocumentDto: {
            /** @description in multipart/form-data only */
            file?: string[];
        };
        SignUrlsDto: {
            /**
             * @description seconds for which the URLs open the file; those of the setting `media.signedUrlSeconds` when absent, 7 days at most
             * @example 3600
             */
            expires_in?: number | null;
        };
        SignedDocumentUrlResponse: {
            /** @description URL of the file */
            file_original_url: string;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            expires_ts: number;
        };
        SignedImageUrlsResponse: {
            /** @description URLs by size, and of the whole image as `origin` */
            thumbnails: {
                [key: string]: string;
            };
            /** @description URL of the whole image */
            image_original_url: string;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            expires_ts: number;
        };
        CreateAuthorDto: {
            /** @example Paul */
            first_name?: string | null;
            /** @example Berry */
            last_name?: string | null;
            /**
             * Format: email
             * @description unique without regard to case
             * @example paul@example.com
             */
            email?: string | null;
            /** @description kept as a hash, never returned */
            password?: string | null;
            /**
             * @description slug; made of first and last name when absent
             * @example paulberry
             */
            name?: string | null;
            /** @description biography, HTML */
            about_html?: string | null;
            /** @description short biography */
            bio?: string | null;
            /** @description `id` of an image */
            image_id?: number | null;
            /** @description custom data, checked against the site's schema where there is one */
            specific_data?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Guest Editor when absent
             * @example Guest Editor
             */
            role?: string | null;
        };
        AuthorResponse: {
            /** @example 7 */
            id: number;
            /**
             * @description slug
             * @example paulberry
             */
            name: string;
            /**
             * @description first and last name, else the slug
             * @example Paul Berry
             */
            displayname: string;
            /** @example Paul */
            first_name: string | null;
            /** @example Berry */
            last_name: string | null;
            /**
             * @description biography, HTML; empty when unset
             * @example <p>Writes about birds.</p>
             */
            about_html: string;
            /** @description what of it may be shown; ignored in requests */
            about_html_safe: string;
            /**
             * @description empty when unset
             * @example
             */
            bio: string;
            /** @description URL; the default avatar when there is no image */
            photo: string;
            /** @example null */
            fb_id: string | null;
            /** @description URL of the public profile page */
            profile_url: string;
            /**
             * @description custom data; in lists, [] when there is none
             * @example {}
             */
            specific_data: {
                [key: string]: unknown;
            } | unknown[];
        };
        EditAuthorDto: {
            /** @example Paul */
            first_name: string | null;
            /** @example Berry */
            last_name: string | null;
            /**
             * Format: email
             * @description unique without regard to case
             * @example paul@example.com
             */
            email?: string | null;
            /** @description kept as a hash, never returned */
            password?: string | null;
            /**
             * @description slug; made of first and last name when absent
             * @example paulberry
             */
            name?: string | null;
            /** @description biography, HTML */
            about_html?: string | null;
            /** @description short biography */
            bio?: string | null;
            /** @description `id` of an image */
            image_id?: number | null;
            /** @description custom data, checked against the site's schema where there is one */
            specific_data?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Guest Editor when absent
             * @example Guest Editor
             */
            role?: string | null;
        };
        SearchAuthorsDto: {
            /**
             * @description how many to skip
             * @default 0
             */
            offset: number;
            /**
             * @description 10 when absent; above 30 it is lowered to 30
             * @default 10
             */
            limit: number;
            /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
            cursor?: string;
            /** @description 1 answers the length of the list in X-Total-Count */
            count?: boolean;
            /**
             * @description the author of exactly this name; all authors when it is absent
             * @example paul-smith
             */
            name?: string;
        };
        EmailsDto: {
            /**
             * @description comma-separated
             * @example [
             *       "paul@example.com",
             *       "ann@example.com"
             *     ]
             */
            emails: string[];
        };
        OwnKeyResponse: {
            /** @example 3 */
            id: number;
            /** @example mirror */
            name: string | null;
            /** @enum {string} */
            scope: "read" | "write";
            /**
             * Format: int64
             * @description seconds UTC; null when it does not expire
             */
            expires_ts: number | null;
        };
        MeResponse: {
            author: components["schemas"]["AuthorResponse"];
            /** @example Editor */
            role: string;
            /**
             * @description rights of the role, as far as the scope of the key leaves them; `*` is all of them
             * @example [
             *       "articles.read",
             *       "drafts.read"
             *     ]
             */
            rights: string[];
            /** @description null when no key was sent */
            key: components["schemas"]["OwnKeyResponse"] | null;
        };
        CreateSectionDto: {
            /** @example Politics */
            title: string;
            /**
             * @description slug of 100 characters at most, unique below its parent; or a path, whose last part is the slug and the rest a section
             * @example politics
             */
            url: string;
            /**
             * @description posts that carry any of these tags belong to the section
             * @example [
             *       "election",
             *       "parliament"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description 1 Private (default), 2 Public, 3 Unlisted
             * @example 2
             */
            status?: number | null;
            /** @description HTML */
            about_html?: string | null;
            /** @description flags that are left out stay as they are */
            page_settings?: {
                open_in_new_tab?: boolean;
                allow_community_posts?: boolean;
                hide_from_entry_editor?: boolean;
                lock_posts_after_publishing?: boolean;
            } | null;
            /**
             * @description a URL, { "url": … } or { "id": <image id> }
             * @example {
             *       "url": "https://example.com/wide.jpg"
             *     }
             */
            url_header_image?: {
                [key: string]: unknown;
            } | null;
            meta_title?: string | null;
            /**
             * @description 0 for none
             * @example 0
             */
            parent_id?: number | null;
            /**
             * @description place in the list of sections
             * @example 0
             */
            order?: number;
        };
        PageSettingsResponse: {
            /** @description open the section in a new browser tab */
            open_in_new_tab: boolean;
            /** @description community posts may be published in the section */
            allow_community_posts: boolean;
            /** @description the section is not listed in the entry editor */
            hide_from_entry_editor: boolean;
            /** @description posts published to the section are locked */
            lock_posts_after_publishing: boolean;
        };
        SectionResponse: {
            /** @example 3 */
            id: number;
            /** @example Politics */
            title: string;
            /**
             * @description slug
             * @example politics
             */
            url: string;
            /**
             * @description path, with the sections above
             * @example /news/politics
             */
            full_url: string;
            /**
             * @description 1 Private, 2 Public, 3 Unlisted
             * @example 2
             * @enum {integer}
             */
            status: 1 | 2 | 3;
            /** @example null */
            domain: string | null;
            page_settings: components["schemas"]["PageSettingsResponse"];
            /**
             * @description HTML; empty when unset
             * @example
             */
            about_html: string;
            /** @description what of it may be shown; ignored in requests */
            about_html_safe: string;
            /** @description posts that carry any of these belong to the section */
            tags: string[];
            /**
             * @description URL; empty when unset
             * @example
             */
            url_header_image: string;
            /** @example 1 */
            site_id: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            /** @example 0 */
            order: number;
            /**
             * @description 0 when there is no parent
             * @example 0
             */
            parent_id: number;
            /** @example 2 */
            type: number;
        };
        EditSectionDto: {
            /** @example Politics */
            title?: string;
            /**
             * @description slug of 100 characters at most, unique below its parent; or a path, whose last part is the slug and the rest a section
             * @example politics
             */
            url?: string;
            /**
             * @description posts that carry any of these tags belong to the section
             * @example [
             *       "election",
             *       "parliament"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description 1 Private (default), 2 Public, 3 Unlisted
             * @example 2
             */
            status?: number | null;
            /** @description HTML */
            about_html?: string | null;
            /** @description flags that are left out stay as they are */
            page_settings?: {
                open_in_new_tab?: boolean;
                allow_community_posts?: boolean;
                hide_from_entry_editor?: boolean;
                lock_posts_after_publishing?: boolean;
            } | null;
            /**
             * @description a URL, { "url": … } or { "id": <image id> }
             * @example {
             *       "url": "https://example.com/wide.jpg"
             *     }
             */
            url_header_image?: {
                [key: string]: unknown;
            } | null;
            meta_title?: string | null;
            /**
             * @description 0 for none
             * @example 0
             */
            parent_id?: number | null;
            /**
             * @description place in the list of sections
             * @example 0
             */
            order?: number;
        };
        CreateBadgeDto: {
            /** @example Good news */
            name: string;
            /**
             * @description `id` of an image
             * @example 12
             */
            image_id: number;
            /**
             * @description posts that carry any of these tags carry the badge
             * @example [
             *       "rescue",
             *       "recovery"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description 0 Normal (default), 1 Sponsored
             * @example 0
             */
            category?: number | null;
            /** @description a sponsored badge has to have one */
            description?: string | null;
            /**
             * @description kept as sent; a sponsored badge has to have one
             * @example {
             *       "url": "https://example.com/sponsor"
             *     }
             */
            link?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description place in the list of badges
             * @example 0
             */
            order?: number;
        };
        BadgeResponse: {
            /** @example 3 */
            id: number;
            /** @example Good news */
            name: string;
            /** @example 12 */
            image_id: number;
            /**
             * @description URL of the image
             * @example
             */
            image: string;
            /** @description posts that carry any of these carry the badge */
            tags: string[];
            /**
             * @description 0 Normal, 1 Sponsored
             * @example 0
             * @enum {integer}
             */
            category: 0 | 1;
            /**
             * @description empty when unset
             * @example
             */
            description: string;
            /**
             * @description as it was sent; "" when unset
             * @example
             */
            link: {
                [key: string]: unknown;
            } | string;
            /**
             * @description place in the list of badges
             * @example 0
             */
            order: number;
        };
        EditBadgeDto: {
            /** @example Good news */
            name?: string;
            /**
             * @description `id` of an image
             * @example 12
             */
            image_id?: number;
            /**
             * @description posts that carry any of these tags carry the badge
             * @example [
             *       "rescue",
             *       "recovery"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description 0 Normal (default), 1 Sponsored
             * @example 0
             */
            category?: number | null;
            /** @description a sponsored badge has to have one */
            description?: string | null;
            /**
             * @description kept as sent; a sponsored badge has to have one
             * @example {
             *       "url": "https://example.com/sponsor"
             *     }
             */
            link?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description place in the list of badges
             * @example 0
             */
            order?: number;
        };
        CreateRedirectDto: {
            /**
             * @description path of the site
             * @example /2019/the-bridge.html
             */
            from: string;
            /**
             * @description path of the site, or http(s) URL
             * @example /the-bridge
             */
            to: string;
            /**
             * @description 301 (default) or 302
             * @enum {integer}
             */
            status?: 301 | 302;
        };
        RedirectResponse: {
            /** @example 1 */
            id: number;
            /**
             * @description path: decoded, without a slash at its end
             * @example /2019/the-bridge.html
             */
            from: string;
            /** @example /the-bridge */
            to: string;
            /** @enum {integer} */
            status: 301 | 302;
            /**
             * Format: int64
             * @description seconds UTC
             */
            created_ts: number;
        };
        ListicleItemHtml: {
            id: number;
            /** @description of headline_html */
            headline: string | null;
            media: string | null;
            body: string | null;
        };
        ArticleAuthorResponse: {
            id: number;
            /**
             * @description slug
             * @example paulberry
             */
            name: string;
            /**
             * @description display name
             * @example Paul Berry
             */
            title: string;
            /** @description URL of the picture */
            avatar: string;
            /** @description URL of the public profile page */
            profile_href: string;
            /** @description biography, HTML */
            about_html: string;
            /** @description what of it may be shown */
            about_html_safe: string;
        };
        CustomPageResponse: {
            /** @enum {string} */
            view: "web" | "amp";
            /** @description decoded */
            path: string;
        };
        LikesResponse: {
            count: number;
        };
        StatsResponse: {
            page_views_count: number;
        };
        TimeToReadResponse: {
            /**
             * @description how it was found out
             * @example words
             */
            calculation: string;
            in_seconds: number;
        };
        ChosenArticleResponse: {
            id?: number;
            /**
             * @description 0 published, 1 draft, 2 scheduled, 3 removed
             * @enum {integer}
             */
            status?: 0 | 1 | 2 | 3;
            /** @description raised by every change; in quotes, the entity tag for If-Match */
            version?: number;
            /** @example The bridge is open */
            headline?: string;
            subheadline?: string | null;
            /** @description HTML, as it was sent */
            body?: string | null;
            /** @description the body made safe for readers, with shortcodes and embeds as HTML */
            description?: string | null;
            /**
             * @description slug part of the path
             * @example the-bridge-is-open
             */
            basename?: string;
            manual_basename?: string | null;
            /** @example https://example.com/the-bridge-is-open */
            post_url?: string;
            /** @description page of the draft; shown by drafts, and by a post just unpublished */
            draft_url?: string;
            /** @description AMP page; null where the site has none */
            amp_url?: string | null;
            /**
             * @description path of post_url
             * @example the-bridge-is-open
             */
            slug?: string;
            raw_share_url?: string;
            /** @example page */
            type?: string;
            /** @description in the order and spelling sent */
            tags?: string[];
            public_tags?: string[];
            primary_tag?: string | null;
            sections?: number[];
            /** @description the same as sections */
            subpages?: number[];
            primary_section?: number | null;
            /** @description those sent, then those that tags bring */
            badges?: number[];
            /** @description in the order of badges */
            badges_details?: components["schemas"]["BadgeResponse"][];
            page_title?: string | null;
            meta_description?: string | null;
            og_title?: string | null;
            og_description?: string | null;
            image_id?: number | null;
            /** @description URL of the lead image */
            image?: string | null;
            /** @description the lead image; {} when there is none */
            image_info?: components["schemas"]["ImageInfo"] | Record<string, never>;
            image_external?: string | null;
            photo_credit?: string | null;
            photo_caption?: string | null;
            /** @description crops of the lead image by ratio code; {} when unset */
            manual_image_crops?: {
                [key: string]: unknown;
            };
            image_size?: string | null;
            teaser_image_id?: number | null;
            teaser_photo_credit?: string | null;
            teaser_photo_caption?: string | null;
            /** @description crops of the teaser image; {} when unset */
            teaser_manual_image_crops?: {
                [key: string]: unknown;
            };
            teaser_image_size?: string | null;
            /** @description the teaser image; {} when there is none */
            teaser_image_info?: components["schemas"]["ImageInfo"] | Record<string, never>;
            social_teaser_image_id?: number | null;
            social_teaser_photo_credit?: string | null;
            social_teaser_photo_caption?: string | null;
            /** @description crops of the social teaser image; {} when unset */
            social_teaser_manual_image_crops?: {
                [key: string]: unknown;
            };
            social_teaser_image_size?: string | null;
            /** @description the social teaser image; {} when there is none */
            social_teaser_image_info?: components["schemas"]["ImageInfo"] | Record<string, never>;
            /** @description HTML or shortcodes, as it was sent */
            media?: string | null;
            /** @description the lead media made safe for readers, with shortcodes and embeds as HTML */
            media_html?: string | null;
            video?: string | null;
            /** @description items and settings; {} when unset */
            listicle?: {
                [key: string]: unknown;
            };
            /** @description texts of the items, made safe for readers */
            listicle_html?: components["schemas"]["ListicleItemHtml"][];
            /** @description as it was sent; {} when unset */
            product?: {
                [key: string]: unknown;
            };
            layout_name?: string | null;
            ee_layout_name?: string | null;
            roar_author_ids?: number[];
            roar_authors?: components["schemas"]["ArticleAuthorResponse"][];
            /** @description as it was sent; {} when unset */
            roar_specific_data?: {
                [key: string]: unknown;
            };
            page_list?: components["schemas"]["CustomPageResponse"][];
            /**
             * Format: int64
             * @description publication time, seconds UTC
             */
            created_ts?: number;
            /**
             * Format: int64
             * @description last change, seconds UTC
             */
            updated_ts?: number;
            /**
             * Format: int64
             * @description creation, seconds UTC
             */
            inserted_ts?: number;
            /** @description last publication, seconds UTC */
            last_published_ts?: number | null;
            /** @description when it will be published, seconds UTC */
            scheduled_at?: number | null;
            partnernews_article?: boolean;
            /** @description 0 entry editor, 15 import, 20 API */
            provider_id?: number;
            /** @description external id */
            provider_post_id?: string | null;
            site_id?: number;
            removed?: boolean;
            likes?: components["schemas"]["LikesResponse"];
            stats?: components["schemas"]["StatsResponse"];
            /** @description words of the body */
            words_count?: number;
            time_to_read?: components["schemas"]["TimeToReadResponse"];
            /** @description answer of a write: what the client may not expect */
            warnings?: string[];
        };
        ImageInfo: {
            id: number;
            /** @description pixels */
            width: number;
            /** @description pixels */
            height: number;
            is_animated_gif: boolean;
            /** @description what the image shows, for those who cannot see it */
            alt: string | null;
            /** @description URLs by size, and of the whole image as `origin` */
            thumbnails: {
                [key: string]: string;
            };
            /** @description by ratio code: the crop in effect, and the sizes that show it; {} when unset */
            manual_image_crops: {
                [key: string]: unknown;
            };
            /** @description URL of the whole image */
            image_original_url: string;
        };
        ArticleResponse: {
            id: number;
            /**
             * @description 0 published, 1 draft, 2 scheduled, 3 removed
             * @enum {integer}
             */
            status: 0 | 1 | 2 | 3;
            /** @description raised by every change; in quotes, the entity tag for If-Match */
            version: number;
            /** @example The bridge is open */
            headline: string;
            subheadline: string | null;
            /** @description HTML, as it was sent */
            body: string | null;
            /** @description the body made safe for readers, with shortcodes and embeds as HTML */
            description: string | null;
            /**
             * @description slug part of the path
             * @example the-bridge-is-open
             */
            basename: string;
            manual_basename: string | null;
            /** @example https://example.com/the-bridge-is-open */
            post_url: string;
            /** @description page of the draft; shown by drafts, and by a post just unpublished */
            draft_url?: string;
            /** @description AMP page; null where the site has none */
            amp_url: string | null;
            /**
             * @description path of post_url
             * @example the-bridge-is-open
             */
            slug: string;
            raw_share_url: string;
            /** @example page */
            type: string;
            /** @description in the order and spelling sent */
            tags: string[];
            public_tags: string[];
            primary_tag: string | null;
            sections: number[];
            /** @description the same as sections */
            subpages: number[];
            primary_section: number | null;
            /** @description those sent, then those that tags bring */
            badges: number[];
            /** @description in the order of badges */
            badges_details: components["schemas"]["BadgeResponse"][];
            page_title: string | null;
            meta_description: string | null;
            og_title: string | null;
            og_description: string | null;
            image_id: number | null;
            /** @description URL of the lead image */
            image: string | null;
            /** @description the lead image; {} when there is none */
            image_info: components["schemas"]["ImageInfo"] | Record<string, never>;
            image_external: string | null;
            photo_credit: string | null;
            photo_caption: string | null;
            /** @description crops of the lead image by ratio code; {} when unset */
            manual_image_crops: {
                [key: string]: unknown;
            };
            image_size: string | null;
            teaser_image_id: number | null;
            teaser_photo_credit: string | null;
            teaser_photo_caption: string | null;
            /** @description crops of the teaser image; {} when unset */
            teaser_manual_image_crops: {
                [key: string]: unknown;
            };
            teaser_image_size: string | null;
            /** @description the teaser image; {} when there is none */
            teaser_image_info: components["schemas"]["ImageInfo"] | Record<string, never>;
            social_teaser_image_id: number | null;
            social_teaser_photo_credit: string | null;
            social_teaser_photo_caption: string | null;
            /** @description crops of the social teaser image; {} when unset */
            social_teaser_manual_image_crops: {
                [key: string]: unknown;
            };
            social_teaser_image_size: string | null;
            /** @description the social teaser image; {} when there is none */
            social_teaser_image_info: components["schemas"]["ImageInfo"] | Record<string, never>;
            /** @description HTML or shortcodes, as it was sent */
            media: string | null;
            /** @description the lead media made safe for readers, with shortcodes and embeds as HTML */
            media_html: string | null;
            video: string | null;
            /** @description items and settings; {} when unset */
            listicle: {
                [key: string]: unknown;
            };
            /** @description texts of the items, made safe for readers */
            listicle_html: components["schemas"]["ListicleItemHtml"][];
            /** @description as it was sent; {} when unset */
            product: {
                [key: string]: unknown;
            };
            layout_name: string | null;
            ee_layout_name: string | null;
            roar_author_ids: number[];
            roar_authors: components["schemas"]["ArticleAuthorResponse"][];
            /** @description as it was sent; {} when unset */
            roar_specific_data: {
                [key: string]: unknown;
            };
            page_list: components["schemas"]["CustomPageResponse"][];
            /**
             * Format: int64
             * @description publication time, seconds UTC
             */
            created_ts: number;
            /**
             * Format: int64
             * @description last change, seconds UTC
             */
            updated_ts: number;
            /**
             * Format: int64
             * @description creation, seconds UTC
             */
            inserted_ts: number;
            /** @description last publication, seconds UTC */
            last_published_ts: number | null;
            /** @description when it will be published, seconds UTC */
            scheduled_at: number | null;
            partnernews_article: boolean;
            /** @description 0 entry editor, 15 import, 20 API */
            provider_id: number;
            /** @description external id */
            provider_post_id: string | null;
            site_id: number;
            removed: boolean;
            likes: components["schemas"]["LikesResponse"];
            stats: components["schemas"]["StatsResponse"];
            /** @description words of the body */
            words_count: number;
            time_to_read: components["schemas"]["TimeToReadResponse"];
            /** @description answer of a write: what the client may not expect */
            warnings?: string[];
        };
        CountPageViewsDto: {
            /**
             * @description how many; 1 when absent
             * @example 1
             */
            count?: number | null;
            /**
             * Format: int64
             * @description when, seconds UTC; now when absent, and not in the future
             */
            at?: number | null;
        };
        EditArticleDto: {
            /** @example The bridge is open */
            headline?: string;
            subheadline?: string | null;
            /**
             * @description HTML
             * @example <p>Since this morning …</p>
             */
            body?: string | null;
            /** @description slug part; made of the headline when absent */
            manual_basename?: string | null;
            /**
             * @description image, video or page by what the article has, when absent
             * @example page
             */
            type?: string | null;
            /**
             * @example [
             *       "bridge",
             *       "traffic"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description joins the tags
             * @example bridge
             */
            primary_tag?: string | null;
            /** @description ids, titles, slugs or paths; Home or 0 */
            sections?: (number | string)[] | null;
            /** @description has to be among the sections, when they are sent */
            primary_section?: (number | string) | null;
            /** @description ids */
            badges?: number[] | null;
            /** @description meta title; the headline is rendered when empty */
            page_title?: string | null;
            /** @description the subheadline is rendered when empty */
            meta_description?: string | null;
            og_title?: string | null;
            og_description?: string | null;
            /** @description lead image */
            image_id?: number | null;
            /** @description URL of a lead image elsewhere */
            image_external?: string | null;
            photo_credit?: string | null;
            photo_caption?: string | null;
            /** @description crops of the lead image, by ratio code */
            manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description `<width>x<height>` of the lead image
             * @example 1200x800
             */
            image_size?: string | null;
            teaser_image_id?: number | null;
            teaser_photo_credit?: string | null;
            teaser_photo_caption?: string | null;
            teaser_manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            teaser_image_size?: string | null;
            social_teaser_image_id?: number | null;
            social_teaser_photo_credit?: string | null;
            social_teaser_photo_caption?: string | null;
            social_teaser_manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            social_teaser_image_size?: string | null;
            /** @description lead media: HTML or a shortcode */
            media?: string | null;
            /** @description URL that is the source of an iframe */
            video?: string | null;
            listicle?: {
                items?: {
                    /** @description of the item that is edited; without it the item is new */
                    id?: number;
                    headline?: string;
                    /** @description takes precedence over headline */
                    headline_html?: string;
                    manual_basename?: string;
                    /** @description usually a shortcode */
                    media?: string;
                    is_image?: boolean;
                    image_id?: number;
                    caption?: string;
                    credit?: string;
                    manual_image_crops?: {
                        [key: string]: unknown;
                    };
                    body?: string;
                }[];
                settings?: {
                    /** @default false */
                    body_text_above: boolean;
                    /**
                     * @description 1 listicle, 2 slideshow, 3 full screen
                     * @enum {integer}
                     */
                    layout_type?: 1 | 2 | 3;
                    /** @description ecommerce and multicolumn are of listicles, the others of slideshows */
                    flags?: ("ecommerce" | "multicolumn" | "counter" | "parallax" | "fullscreen" | "thumbnails")[];
                    /**
                     * @description how items are counted
                     * @enum {string}
                     */
                    numeration?: "ascending" | "descending";
                };
            } | null;
            /** @description kept as sent */
            product?: {
                [key: string]: unknown;
            } | null;
            layout_name?: string | null;
            ee_layout_name?: string | null;
            /**
             * @description absent on creation, or empty: the key's author
             * @example [
             *       7
             *     ]
             */
            roar_author_ids?: number[] | null;
            /** @description custom fields, kept as sent */
            roar_specific_data?: {
                [key: string]: unknown;
            } | null;
            /** @description custom URLs; the first web path is the path of the post */
            page_list?: {
                /** @enum {string} */
                view: "web" | "amp";
                path: string;
            }[] | null;
            /**
             * Format: int64
             * @description publication time; null returns to the time of the first publication
             */
            created_ts?: number | null;
            /**
             * Format: int64
             * @description time of the last change; now when absent
             */
            updated_ts?: number | null;
            /** @description send to a third-party news aggregator */
            partnernews_article?: boolean | null;
            /** @description external id; settable on creation only */
            provider_post_id?: string | null;
            /** @description 1 keeps the saved updated_ts, unless updated_ts is sent */
            prevent_modifying_updated_ts?: boolean | null;
            /** @enum {string|null} */
            action?: "publish" | "unpublish" | "restore" | "revert" | null;
            /** @description with `action: revert`: the revision whose content is brought back */
            revision?: number | null;
        };
        WrittenRecordResponse: {
            /** @enum {integer} */
            status: 200;
            /** @example 1 */
            id: number;
            post: components["schemas"]["ArticleResponse"];
        };
        FieldErrorResponse: {
            /**
             * @description JSON path of the field
             * @example sections[2]
             */
            field: string;
            /** @example must be an integer */
            message: string;
        };
        CurrentVersionResponse: {
            /** @example 4 */
            version: number;
            /**
             * Format: int64
             * @description seconds UTC
             */
            updated_ts: number | null;
            /** @description author; null for the service itself */
            author_id: number | null;
        };
        FieldChangeResponse: {
            /** @example title */
            field: string;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            changed_at: number;
            /** @description author; null for the service itself */
            changed_by: number | null;
        };
        ProblemResponse: {
            /** @example about:blank */
            type: string;
            /** @example Bad Request */
            title: string;
            /** @example 400 */
            status: number;
            /**
             * @description what went wrong, for people
             * @example headline: is required
             */
            detail: string;
            /**
             * @description path of the request
             * @example /api/1.3/posts
             */
            instance: string;
            /**
             * @description what went wrong, for programs; stable
             * @example invalid-input
             */
            code: string;
            /** @description for invalid input, each fault; for version-mismatch, each field that has changed since */
            errors?: components["schemas"]["FieldErrorResponse"][];
            /** @description for provider-post-id-taken, the article that has the id */
            conflicting_id?: number;
            /** @description for version-mismatch, the present version */
            version?: number;
            /** @description for version-mismatch, the present version, as far as its time and author are known */
            current?: components["schemas"]["CurrentVersionResponse"];
            /**
             * Format: int64
             * @description for version-mismatch, when it was changed last; seconds UTC
             */
            changed_at?: number;
            /** @description for version-mismatch, the author who changed it last; null for the service itself */
            changed_by?: number | null;
            /** @description for version-mismatch, each field that has changed since the version of If-Match, with its latest change; left out when that is not known any more */
            changed?: components["schemas"]["FieldChangeResponse"][];
        };
        CreateArticleDto: {
            /** @example The bridge is open */
            headline: string;
            subheadline?: string | null;
            /**
             * @description HTML
             * @example <p>Since this morning …</p>
             */
            body?: string | null;
            /** @description slug part; made of the headline when absent */
            manual_basename?: string | null;
            /**
             * @description image, video or page by what the article has, when absent
             * @example page
             */
            type?: string | null;
            /**
             * @example [
             *       "bridge",
             *       "traffic"
             *     ]
             */
            tags?: string[] | null;
            /**
             * @description joins the tags
             * @example bridge
             */
            primary_tag?: string | null;
            /** @description ids, titles, slugs or paths; Home or 0 */
            sections?: (number | string)[] | null;
            /** @description has to be among the sections, when they are sent */
            primary_section?: (number | string) | null;
            /** @description ids */
            badges?: number[] | null;
            /** @description meta title; the headline is rendered when empty */
            page_title?: string | null;
            /** @description the subheadline is rendered when empty */
            meta_description?: string | null;
            og_title?: string | null;
            og_description?: string | null;
            /** @description lead image */
            image_id?: number | null;
            /** @description URL of a lead image elsewhere */
            image_external?: string | null;
            photo_credit?: string | null;
            photo_caption?: string | null;
            /** @description crops of the lead image, by ratio code */
            manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description `<width>x<height>` of the lead image
             * @example 1200x800
             */
            image_size?: string | null;
            teaser_image_id?: number | null;
            teaser_photo_credit?: string | null;
            teaser_photo_caption?: string | null;
            teaser_manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            teaser_image_size?: string | null;
            social_teaser_image_id?: number | null;
            social_teaser_photo_credit?: string | null;
            social_teaser_photo_caption?: string | null;
            social_teaser_manual_image_crops?: {
                [key: string]: unknown;
            } | null;
            social_teaser_image_size?: string | null;
            /** @description lead media: HTML or a shortcode */
            media?: string | null;
            /** @description URL that is the source of an iframe */
            video?: string | null;
            listicle?: {
                items?: {
                    /** @description of the item that is edited; without it the item is new */
                    id?: number;
                    headline?: string;
                    /** @description takes precedence over headline */
                    headline_html?: string;
                    manual_basename?: string;
                    /** @description usually a shortcode */
                    media?: string;
                    is_image?: boolean;
                    image_id?: number;
                    caption?: string;
                    credit?: string;
                    manual_image_crops?: {
                        [key: string]: unknown;
                    };
                    body?: string;
                }[];
                settings?: {
                    /** @default false */
                    body_text_above: boolean;
                    /**
                     * @description 1 listicle, 2 slideshow, 3 full screen
                     * @enum {integer}
                     */
                    layout_type?: 1 | 2 | 3;
                    /** @description ecommerce and multicolumn are of listicles, the others of slideshows */
                    flags?: ("ecommerce" | "multicolumn" | "counter" | "parallax" | "fullscreen" | "thumbnails")[];
                    /**
                     * @description how items are counted
                     * @enum {string}
                     */
                    numeration?: "ascending" | "descending";
                };
            } | null;
            /** @description kept as sent */
            product?: {
                [key: string]: unknown;
            } | null;
            layout_name?: string | null;
            ee_layout_name?: string | null;
            /**
             * @description absent on creation, or empty: the key's author
             * @example [
             *       7
             *     ]
             */
            roar_author_ids?: number[] | null;
            /** @description custom fields, kept as sent */
            roar_specific_data?: {
                [key: string]: unknown;
            } | null;
            /** @description custom URLs; the first web path is the path of the post */
            page_list?: {
                /** @enum {string} */
                view: "web" | "amp";
                path: string;
            }[] | null;
            /**
             * Format: int64
             * @description publication time; null returns to the time of the first publication
             */
            created_ts?: number | null;
            /**
             * Format: int64
             * @description time of the last change; now when absent
             */
            updated_ts?: number | null;
            /** @description send to a third-party news aggregator */
            partnernews_article?: boolean | null;
            /** @description external id; settable on creation only */
            provider_post_id?: string | null;
            /** @description 1 keeps the saved updated_ts, unless updated_ts is sent */
            prevent_modifying_updated_ts?: boolean | null;
            /** @enum {string|null} */
            action?: "publish" | "unpublish" | "restore" | "revert" | null;
            /** @description with `action: revert`: the revision whose content is brought back */
            revision?: number | null;
        };
        EditorialOrderDto: {
            /**
             * @description posts at the head of the list, in order; [] for none
             * @example [
             *       12,
             *       7
             *     ]
             */
            post_ids: number[];
        };
        EditorialOrderResponse: {
            post_ids: number[];
        };
        CreatePreviewLinkDto: {
            /**
             * @description seconds for which the link opens the article; 7 days when absent, 30 at most
             * @example 604800
             */
            expires_in?: number | null;
        };
        IssuedPreviewLinkResponse: {
            /** @example 3 */
            id: number;
            /**
             * @description author who has made it
             * @example 7
             */
            author_id: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            expires_ts: number;
            /**
             * @description answered this once: it holds the token; null in a dry run, and when the request is sent again
             * @example https://site.example/tides?preview=…
             */
            url: string | null;
        };
        PreviewLinkResponse: {
            /** @example 3 */
            id: number;
            /**
             * @description author who has made it
             * @example 7
             */
            author_id: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            expires_ts: number;
        };
        RevisionResponse: {
            /**
             * @description version of the article
             * @example 7
             */
            revision: number;
            /**
             * Format: int64
             * @description when it was made, seconds UTC
             */
            created_ts: number;
            /** @description who made it; null for the service itself, and where it is not known any more */
            author_id: number | null;
            /**
             * @description fields in which it differs from the one before; empty for the first
             * @example [
             *       "headline"
             *     ]
             */
            changed: string[];
        };
        TextPieceResponse: {
            /** @enum {string} */
            op: "equal" | "delete" | "insert";
            text: string;
        };
        FieldDifferenceResponse: {
            /** @example headline */
            field: string;
            /** @description in the former one */
            from: (string | number | boolean | unknown[] | {
                [key: string]: unknown;
            }) | null;
            /** @description in the later one */
            to: (string | number | boolean | unknown[] | {
                [key: string]: unknown;
            }) | null;
            /** @description of texts: the way from one to the other, by words */
            diff?: components["schemas"]["TextPieceResponse"][];
        };
        ComparisonResponse: {
            fields: components["schemas"]["FieldDifferenceResponse"][];
        };
        SchedulePostDto: {
            /**
             * Format: int64
             * @description when to publish, seconds UTC; in the future
             * @example 1893456000
             */
            scheduled_at: number;
        };
        PublicationResponse: {
            /** @description how often publication has failed */
            attempts: number;
            /** @description why it failed the last time */
            last_error: string | null;
            /**
             * Format: int64
             * @description when it is tried next, seconds UTC
             */
            next_attempt_at: number | null;
        };
        ScheduledPostResponse: {
            id: number;
            /**
             * @description 0 published, 1 draft, 2 scheduled, 3 removed
             * @enum {integer}
             */
            status: 0 | 1 | 2 | 3;
            /** @description raised by every change; in quotes, the entity tag for If-Match */
            version: number;
            /** @example The bridge is open */
            headline: string;
            subheadline: string | null;
            /** @description HTML, as it was sent */
            body: string | null;
            /** @description the body made safe for readers, with shortcodes and embeds as HTML */
            description: string | null;
            /**
             * @description slug part of the path
             * @example the-bridge-is-open
             */
            basename: string;
            manual_basename: string | null;
            /** @example https://example.com/the-bridge-is-open */
            post_url: string;
            /** @description page of the draft; shown by drafts, and by a post just unpublished */
            draft_url?: string;
            /** @description AMP page; null where the site has none */
            amp_url: string | null;
            /**
             * @description path of post_url
             * @example the-bridge-is-open
             */
            slug: string;
            raw_share_url: string;
            /** @example page */
            type: string;
            /** @description in the order and spelling sent */
            tags: string[];
            public_tags: string[];
            primary_tag: string | null;
            sections: number[];
            /** @description the same as sections */
            subpages: number[];
            primary_section: number | null;
            /** @description those sent, then those that tags bring */
            badges: number[];
            /** @description in the order of badges */
            badges_details: components["schemas"]["BadgeResponse"][];
            page_title: string | null;
            meta_description: string | null;
            og_title: string | null;
            og_description: string | null;
            image_id: number | null;
            /** @description URL of the lead image */
            image: string | null;
            /** @description the lead image; {} when there is none */
            image_info: components["schemas"]["ImageInfo"] | Record<string, never>;
            image_external: string | null;
            photo_credit: string | null;
            photo_caption: string | null;
            /** @description crops of the lead image by ratio code; {} when unset */
            manual_image_crops: {
                [key: string]: unknown;
            };
            image_size: string | null;
            teaser_image_id: number | null;
            teaser_photo_credit: string | null;
            teaser_photo_caption: string | null;
            /** @description crops of the teaser image; {} when unset */
            teaser_manual_image_crops: {
                [key: string]: unknown;
            };
            teaser_image_size: string | null;
            /** @description the teaser image; {} when there is none */
            teaser_image_info: components["schemas"]["ImageInfo"] | Record<string, never>;
            social_teaser_image_id: number | null;
            social_teaser_photo_credit: string | null;
            social_teaser_photo_caption: string | null;
            /** @description crops of the social teaser image; {} when unset */
            social_teaser_manual_image_crops: {
                [key: string]: unknown;
            };
            social_teaser_image_size: string | null;
            /** @description the social teaser image; {} when there is none */
            social_teaser_image_info: components["schemas"]["ImageInfo"] | Record<string, never>;
            /** @description HTML or shortcodes, as it was sent */
            media: string | null;
            /** @description the lead media made safe for readers, with shortcodes and embeds as HTML */
            media_html: string | null;
            video: string | null;
            /** @description items and settings; {} when unset */
            listicle: {
                [key: string]: unknown;
            };
            /** @description texts of the items, made safe for readers */
            listicle_html: components["schemas"]["ListicleItemHtml"][];
            /** @description as it was sent; {} when unset */
            product: {
                [key: string]: unknown;
            };
            layout_name: string | null;
            ee_layout_name: string | null;
            roar_author_ids: number[];
            roar_authors: components["schemas"]["ArticleAuthorResponse"][];
            /** @description as it was sent; {} when unset */
            roar_specific_data: {
                [key: string]: unknown;
            };
            page_list: components["schemas"]["CustomPageResponse"][];
            /**
             * Format: int64
             * @description publication time, seconds UTC
             */
            created_ts: number;
            /**
             * Format: int64
             * @description last change, seconds UTC
             */
            updated_ts: number;
            /**
             * Format: int64
             * @description creation, seconds UTC
             */
            inserted_ts: number;
            /** @description last publication, seconds UTC */
            last_published_ts: number | null;
            /** @description when it will be published, seconds UTC */
            scheduled_at: number | null;
            partnernews_article: boolean;
            /** @description 0 entry editor, 15 import, 20 API */
            provider_id: number;
            /** @description external id */
            provider_post_id: string | null;
            site_id: number;
            removed: boolean;
            likes: components["schemas"]["LikesResponse"];
            stats: components["schemas"]["StatsResponse"];
            /** @description words of the body */
            words_count: number;
            time_to_read: components["schemas"]["TimeToReadResponse"];
            /** @description answer of a write: what the client may not expect */
            warnings?: string[];
            /** @description how the publication goes */
            publication: components["schemas"]["PublicationResponse"];
        };
        CreateLikeDto: {
            /**
             * @description who likes; the author of the key when absent
             * @example 7
             */
            author_id?: number | null;
        };
        LikeResponse: {
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            author: components["schemas"]["AuthorResponse"];
        };
        FollowedSectionResponse: {
            /** @example 3 */
            id: number;
            /** @example Politics */
            title: string;
            /**
             * @description slug
             * @example politics
             */
            url: string;
            /**
             * @description path, with the sections above
             * @example /news/politics
             */
            full_url: string;
            /**
             * @description 1 Private, 2 Public, 3 Unlisted
             * @example 2
             * @enum {integer}
             */
            status: 1 | 2 | 3;
            /** @example null */
            domain: string | null;
            page_settings: components["schemas"]["PageSettingsResponse"];
            /**
             * @description HTML; empty when unset
             * @example
             */
            about_html: string;
            /** @description what of it may be shown; ignored in requests */
            about_html_safe: string;
            /** @description posts that carry any of these belong to the section */
            tags: string[];
            /**
             * @description URL; empty when unset
             * @example
             */
            url_header_image: string;
            /** @example 1 */
            site_id: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            /** @example 0 */
            order: number;
            /**
             * @description 0 when there is no parent
             * @example 0
             */
            parent_id: number;
            /** @example 2 */
            type: number;
            /** @example null */
            meta_title: string | null;
            /** @example {} */
            extras: {
                [key: string]: unknown;
            };
            /** @example null */
            header_image_id: number | null;
        };
        ScrapedImageResponse: {
            /** @example https://example.com/photo.jpg */
            url: string;
            /**
             * @description pixels; 0 when unknown
             * @example 1200
             */
            width: number;
            /**
             * @description pixels; 0 when unknown
             * @example 630
             */
            height: number;
            /**
             * @description empty when unknown
             * @example jpg
             */
            type: string;
            /**
             * @description how well it stands for the page
             * @example 1
             */
            weight: number;
        };
        ScrapedVideoResponse: {
            /**
             * @description source of a frame
             * @example https://www.youtube-nocookie.com/embed/x
             */
            embed_url: string;
            /**
             * @description of the file, or of the page; empty when unknown
             * @example
             */
            url: string;
            /**
             * @description pixels; 0 when unknown
             * @example 0
             */
            width: number;
            /**
             * @description pixels; 0 when unknown
             * @example 0
             */
            height: number;
            /**
             * @description media type; empty when unknown
             * @example text/html
             */
            type: string;
        };
        ScrapedEmbedResponse: {
            /**
             * @description to be put into body, media or a listicle item; empty when the page cannot be embedded
             * @example [youtube https://youtu.be/dQw4w9WgXcQ expand=1]
             */
            shortcode: string;
            /** @description HTML of the frame; empty when the page cannot be embedded */
            media_html: string;
            /** @example dQw4w9WgXcQ */
            shortcode_id: string;
            /** @example youtube */
            shortcode_adapter: string;
        };
        ScrapedPageResponse: {
            /** @example A harbour of words */
            title: string;
            /** @example A harbour of words */
            headline: string;
            description: string;
            /** @description the article of the page, safe HTML */
            body: string;
            /**
             * @description canonical
             * @example https://example.com/article
             */
            url: string;
            /** @example https://example.com/favicon.ico */
            favicon: string;
            /**
             * @description name of the parser that knew most
             * @example json-ld
             */
            parser: string;
            /**
             * @description article, video, audio, image, post, recipe, product, map, document, feed, website
             * @example article
             */
            type: string;
            /** @description whether the result is remembered for a while */
            cacheable: boolean;
            /**
             * @description byline, site_name, published_time, modified_time, lang … as far as they are known; `incomplete` names the fields that could not be read in time (`body`): such a result is not remembered, ask again later
             * @example {
             *       "byline": "Paul Berry",
             *       "site_name": "Example",
             *       "published_time": "2026-11-20T08:00:00Z"
             *     }
             */
            extra: {
                [key: string]: unknown;
            };
            tags: string[];
            /** @description best first */
            images: components["schemas"]["ScrapedImageResponse"][];
            videos: components["schemas"]["ScrapedVideoResponse"][];
            embed: components["schemas"]["ScrapedEmbedResponse"];
        };
        CreateKeyDto: {
            /**
             * @description whose key it is; the author of the request when absent
             * @example 7
             */
            author_id?: number | null;
            /**
             * @description what the key may do: read, or all that its author may do
             * @default write
             * @enum {string}
             */
            scope: "read" | "write";
            /**
             * @description what it is for
             * @example partner feed
             */
            name?: string | null;
            /**
             * @description days from now; it does not expire when absent
             * @example 90
             */
            expires_in_days?: number | null;
        };
        IssuedKeyResponse: {
            /** @example 3 */
            id: number;
            /**
             * @description in whose name it acts
             * @example 7
             */
            author_id: number;
            /** @enum {string} */
            scope: "read" | "write";
            /** @example partner feed */
            name: string | null;
            /**
             * @description its first characters, to tell keys apart
             * @example Yx3kQz8a
             */
            prefix: string;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            /**
             * Format: int64
             * @description seconds UTC; null when it does not expire
             */
            expires_ts: number | null;
            /**
             * Format: int64
             * @description seconds UTC; null while it is not revoked
             */
            revoked_ts: number | null;
            /**
             * Format: int64
             * @description seconds UTC, to the minute; null when never used
             */
            last_used_ts: number | null;
            /** @description the key itself, 64 letters and digits: answered this once; null in a dry run, and when the request is sent again */
            key: string | null;
        };
        KeyResponse: {
            /** @example 3 */
            id: number;
            /**
             * @description in whose name it acts
             * @example 7
             */
            author_id: number;
            /** @enum {string} */
            scope: "read" | "write";
            /** @example partner feed */
            name: string | null;
            /**
             * @description its first characters, to tell keys apart
             * @example Yx3kQz8a
             */
            prefix: string;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            created_ts: number;
            /**
             * Format: int64
             * @description seconds UTC; null when it does not expire
             */
            expires_ts: number | null;
            /**
             * Format: int64
             * @description seconds UTC; null while it is not revoked
             */
            revoked_ts: number | null;
            /**
             * Format: int64
             * @description seconds UTC, to the minute; null when never used
             */
            last_used_ts: number | null;
        };
        ChangeResponse: {
            /**
             * @description of the change, the same in webhooks
             * @example evt_1024
             */
            id: string;
            /** @enum {string} */
            type: "post" | "section" | "author" | "badge" | "image" | "document";
            /** @enum {string} */
            verb: "create" | "edit" | "publish" | "unpublish" | "schedule" | "unschedule" | "remove" | "restore" | "move" | "delete";
            /** @example 12 */
            resource_id: number;
            /**
             * @description after the change; its ETag begins with it
             * @example 3
             */
            version: number;
            /**
             * @description request fields that differ
             * @example [
             *       "headline"
             *     ]
             */
            changed: string[];
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            at: number;
            /** @description author; null for the service itself */
            actor_id: number | null;
            /** @description with include=resource: as it is now, as GET answers it; absent when it is gone or hidden */
            resource?: {
                [key: string]: unknown;
            };
        };
        ChangesResponse: {
            changes: components["schemas"]["ChangeResponse"][];
            /**
             * @description token to go on with; it holds on every instance
             * @example c1024
             */
            next: string;
            /** @description whether there are changes after these, also when there are none here */
            has_more: boolean;
        };
        CreateWebhookDto: {
            /**
             * @description http or https, on the ports 80 and 443
             * @example https://partner.example/hooks/posts
             */
            url: string;
            /**
             * @description all when absent
             * @example [
             *       "post_create",
             *       "post_edit",
             *       "post_delete"
             *     ]
             */
            actions?: ("draft_create" | "draft_edit" | "draft_delete" | "draft_publish" | "post_schedule" | "post_unschedule" | "post_create" | "post_edit" | "post_delete" | "post_unpublish")[] | null;
            /**
             * @description ids, titles, slugs or paths; Home or 0: only articles that are in one of these sections before the change or after it; all when empty
             * @example [
             *       4
             *     ]
             */
            sections?: (number | string)[] | null;
            /**
             * @description sent with each delivery; null keeps the value that is stored
             * @example {
             *       "x-team": "web"
             *     }
             */
            headers?: {
                [key: string]: string | null;
            } | null;
            /** @description `user:password`; true keeps what is stored, null sends none */
            basic_auth?: (string | true) | null;
            /**
             * @description the article stands under `post` (default), under `payload`, or its fields beside the others
             * @enum {string|null}
             */
            payload_form?: "post" | "payload" | "flat" | null;
            /**
             * @description signs deliveries (Standard Webhooks); made when absent, and anew when null
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret?: string | null;
            /** @description begins with what comes from then on */
            is_active?: boolean;
        };
        WebhookResponse: {
            /** @example 1 */
            id: number;
            /** @example https://partner.example/hooks/posts */
            url: string;
            actions: ("draft_create" | "draft_edit" | "draft_delete" | "draft_publish" | "post_schedule" | "post_unschedule" | "post_create" | "post_edit" | "post_delete" | "post_unpublish")[];
            sections: number[];
            /** @description names with null */
            headers: {
                [key: string]: string | null;
            };
            /** @description true when there is one */
            basic_auth: boolean | null;
            /** @enum {string} */
            payload_form: "post" | "payload" | "flat";
            is_active: boolean;
            /** @enum {string} */
            state: "active" | "failing" | "off";
            /**
             * Format: int64
             * @description the first failure since the last delivery; seconds UTC
             */
            failing_since_ts: number | null;
            off_reason: string | null;
            /** Format: int64 */
            created_ts: number;
            /** Format: int64 */
            updated_ts: number;
            /** @description only in the answer that makes it; null in one that is repeated, or tried */
            secret?: string | null;
        };
        EditWebhookDto: {
            /**
             * @description http or https, on the ports 80 and 443
             * @example https://partner.example/hooks/posts
             */
            url?: string;
            /**
             * @description all when absent
             * @example [
             *       "post_create",
             *       "post_edit",
             *       "post_delete"
             *     ]
             */
            actions?: ("draft_create" | "draft_edit" | "draft_delete" | "draft_publish" | "post_schedule" | "post_unschedule" | "post_create" | "post_edit" | "post_delete" | "post_unpublish")[] | null;
            /**
             * @description ids, titles, slugs or paths; Home or 0: only articles that are in one of these sections before the change or after it; all when empty
             * @example [
             *       4
             *     ]
             */
            sections?: (number | string)[] | null;
            /**
             * @description sent with each delivery; null keeps the value that is stored
             * @example {
             *       "x-team": "web"
             *     }
             */
            headers?: {
                [key: string]: string | null;
            } | null;
            /** @description `user:password`; true keeps what is stored, null sends none */
            basic_auth?: (string | true) | null;
            /**
             * @description the article stands under `post` (default), under `payload`, or its fields beside the others
             * @enum {string|null}
             */
            payload_form?: "post" | "payload" | "flat" | null;
            /**
             * @description signs deliveries (Standard Webhooks); made when absent, and anew when null
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret?: string | null;
            /** @description begins with what comes from then on */
            is_active?: boolean;
        };
        DeliveryResponse: {
            /**
             * Format: int64
             * @example 7
             */
            id: number;
            /** @example evt_42 */
            event_id: string;
            /** @enum {string} */
            action: "draft_create" | "draft_edit" | "draft_delete" | "draft_publish" | "post_schedule" | "post_unschedule" | "post_create" | "post_edit" | "post_delete" | "post_unpublish" | "test";
            post_id: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description null when there was no answer */
            response_status: number | null;
            /** @description the first 1024 characters, or why there was no answer */
            response_body: string | null;
            /** Format: int64 */
            last_attempt_ts: number | null;
            /** Format: int64 */
            next_attempt_ts: number | null;
        };
        WrittenResourceResponse: {
            /**
             * @description its kind
             * @example post
             */
            type: string;
            /**
             * Format: int64
             * @description null for the whole site
             */
            id: number | null;
        };
        AuditRecordResponse: {
            /**
             * Format: int64
             * @example 1024
             */
            id: number;
            /**
             * Format: int64
             * @description seconds UTC
             * @example 1795219200
             */
            at: number;
            /**
             * @description author of the key; null for commands, jobs and the service itself
             * @example 7
             */
            author_id: number | null;
            /**
             * @description the first characters of the key, as lists of keys have them
             * @example Yx3kQz8a
             */
            key: string | null;
            /**
             * @description null where it was no request
             * @example PUT
             */
            method: string | null;
            /**
             * @description pattern of the route; `cli` with a command, `job` with a name, `service`
             * @example /api/1.3/posts/:id
             */
            route: string;
            resource: components["schemas"]["WrittenResourceResponse"];
            /** @example publish */
            verb: string;
            /**
             * @description of the answer; null where it was no request
             * @example 200
             */
            status: number | null;
            /** @description `x-request-id` of the answer */
            request_id: string | null;
            /** @description of the client; null unless `audit.addresses` */
            address: string | null;
        };
    };
    responses: {
        /** @description Malformed or invalid input */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Key missing, unknown, revoked or expired */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description The key's author may not do this */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description There is no such resource */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Conflict with what is stored; with Retry-After, a request with this Idempotency-Key is under way */
        Conflict: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description No longer kept */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description If-Match does not match */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Too large */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Media type not supported */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Understood, but impossible to do */
        UnprocessableEntity: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Too many requests; see Retry-After */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description Overloaded or shutting down; see Retry-After */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
        /** @description The storage is full */
        InsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ProblemResponse"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description seconds to wait before the next try */
        RetryAfter: number;
        /** @description requests that are left, and seconds until there are more (draft-ietf-httpapi-ratelimit-headers) */
        RateLimit: string;
        /** @description requests of a key in a time, in seconds */
        RateLimitPolicy: string;
        /** @description ways to authenticate (RFC 9110, 11.6.1) */
        Challenge: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            /** @description It cannot, or it is stopping */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listImages: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadImage: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadImageDto"];
                "application/json": components["schemas"]["UploadImageDto"];
                "application/x-www-form-urlencoded": components["schemas"]["UploadImageDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageResponse"] | components["schemas"]["ImageResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editImage: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["EditImageDto"];
                "application/json": components["schemas"]["EditImageDto"];
                "application/x-www-form-urlencoded": components["schemas"]["EditImageDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeImage: {
        parameters: {
            query?: {
                /** @description remove it also when something shows it */
                force?: boolean | null;
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadDocumentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentResponse"] | components["schemas"]["DocumentResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceDocument: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadDocumentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    removeDocument: {
        parameters: {
            query?: {
                /** @description remove it also when something shows it */
                force?: boolean | null;
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadImage: {
        parameters: {
            query?: {
                /** @description opens an unpublished image until its end */
                signature?: unknown;
            };
            header?: never;
            path: {
                id: number;
                /** @description `origin.jpg`, `600x400.jpg`, `980x.jpg` */
                name: unknown;
                /** @description of the file */
                version: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The part that Range asks for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The image shows another file now */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description Range asks for what is beyond the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    downloadDocument: {
        parameters: {
            query?: {
                /** @description opens an unpublished document until its end */
                signature?: unknown;
            };
            header?: never;
            path: {
                id: number;
                /** @description of the document */
                secret: unknown;
                filename: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, under its original name (RFC 6266) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The part that Range asks for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description Range asks for what is beyond the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadFormerDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document, under its original name (RFC 6266) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The part that Range asks for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has it already (If-None-Match) */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            /** @description Range asks for what is beyond the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signDocumentUrl: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUrlsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedDocumentUrlResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signImageUrls: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUrlsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedImageUrlsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAuthor: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAuthorDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAuthor: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editAuthor: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditAuthorDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchAuthors: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 30 it is lowered to 30 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description the author of exactly this name; all authors when it is absent */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchAuthorsWithBody: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchAuthorsDto"];
                "multipart/form-data": components["schemas"]["SearchAuthorsDto"];
                "application/x-www-form-urlencoded": components["schemas"]["SearchAuthorsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchAuthorsV11: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 30 it is lowered to 30 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description the author of exactly this name; all authors when it is absent */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuthorsByEmail: {
        parameters: {
            query: {
                /** @description comma-separated */
                emails: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuthorsByEmailWithBody: {
        parameters: {
            query?: never;
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailsDto"];
                "multipart/form-data": components["schemas"]["EmailsDto"];
                "application/x-www-form-urlencoded": components["schemas"]["EmailsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SectionResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSection: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSectionDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SectionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSection: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SectionResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editSection: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditSectionDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SectionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeSection: {
        parameters: {
            query?: {
                /** @description section that the posts move to */
                destination_section_id?: number;
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBadges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBadge: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBadgeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBadge: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editBadge: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditBadgeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadgeResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeBadge: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRedirects: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedirectResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRedirect: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRedirectDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedirectResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRedirect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedirectResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeRedirect: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description 0 entry editor, 15 import, 20 API; 20 when provider_post_id is sent */
                provider_id?: number;
                /** @description external id */
                provider_post_id?: string;
                /** @description recency: newest publication first; last_update: last change first; oldness: oldest publication first; popularity: most page views first */
                order_by?: "recency" | "last_update" | "oldness" | "popularity";
                /** @description days whose page views count for popularity */
                order_by_period_in_days?: number;
                /** @description ids of sections; posts in at least one of them, comma-separated */
                include_sections?: number[];
                /** @description ids of sections; posts in none of them, comma-separated */
                exclude_sections?: number[];
                /** @description ids of sections; posts in all of them, comma-separated */
                require_sections?: number[];
                /** @description words; posts that hold all of them */
                phrase?: string;
                /** @description earliest publication time */
                date_from?: number;
                /** @description latest publication time */
                date_to?: number;
                /** @description posts that have changed at this time or later */
                updated_from?: number;
                /** @description type of the post */
                type?: string;
                /** @description 1 leaves out posts all of whose sections are Private */
                exclude_private?: boolean;
                /** @description tags; posts that carry at least one of them, comma-separated */
                include_tags?: string[];
                /** @description fields to show, comma-separated */
                include_fields?: string[];
                /** @description fields not to show, comma-separated */
                exclude_fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateArticleDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFrontpagePosts: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSectionPosts: {
        parameters: {
            query: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description slug, full path or title */
                section_name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTaggedPosts: {
        parameters: {
            query: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                tag: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchPosts: {
        parameters: {
            query: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description words, all of which have to be found */
                phrase: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPostsByBasename: {
        parameters: {
            query: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description slug of the post */
                basename: string;
                /** @description 1 lists removed articles too */
                removed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPostsByPageViews: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description hours whose page views count */
                period_in_hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    explainPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sections?: {
                            id?: number;
                            title?: string;
                            full_url?: string;
                            /**
                             * @description put there by a client, or brought by a tag
                             * @enum {string}
                             */
                            reason?: "sent" | "tag";
                            /** @description tags of the post that are tags of the section */
                            tags?: string[];
                            is_primary?: boolean;
                        }[];
                        badges?: {
                            id?: number;
                            name?: string;
                            /**
                             * @description put on it by a client, or brought by a tag
                             * @enum {string}
                             */
                            reason?: "sent" | "tag";
                            /** @description tags of the post that are tags of the badge */
                            tags?: string[];
                        }[];
                        urls?: {
                            url?: string;
                            /**
                             * @description a page, or a redirect to it
                             * @enum {string}
                             */
                            state?: "current" | "amp" | "moved";
                            why?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countPageViews: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountPageViewsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putPostByProvider: {
        parameters: {
            query?: {
                /** @description what an article that is not there yet becomes; post when absent */
                as?: "draft" | "post";
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description 15, 20 or 1000 and above */
                provider_id: number;
                /** @description compared byte by byte */
                provider_post_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditArticleDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    writePosts: {
        parameters: {
            query?: {
                /** @description what an article that is not there yet becomes; post when absent */
                as?: "draft" | "post";
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (components["schemas"]["EditArticleDto"] & {
                    /** @default 20 */
                    provider_id?: number;
                })[];
            };
        };
        responses: {
            /** @description what became of each record, in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["WrittenRecordResponse"] | components["schemas"]["ProblemResponse"])[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editPost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditArticleDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removePost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEditorialOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditorialOrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setEditorialOrder: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditorialOrderDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditorialOrderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 30 it is lowered to 30 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description 1 lists removed articles too */
                removed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDraft: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateArticleDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editDraft: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditArticleDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeDraft: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPreviewLinks: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewLinkResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPreviewLink: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePreviewLinkDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedPreviewLinkResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokePreviewLink: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                id: number;
                link_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    compareRevisions: {
        parameters: {
            query: {
                /** @description the former one */
                from: number;
                /** @description the later one; the present one when absent */
                to?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getScheduledPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description entity tags of answers that the client has kept */
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledPostResponse"];
                };
            };
            /** @description The client has the answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    schedulePost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SchedulePostDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledPostResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unschedulePost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description version that the client has seen, in quotes */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledPostResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listScheduledPosts: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description all when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledPostResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLikes: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description all when absent; above 1000 it is lowered to 1000 */
                limit?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LikeResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    likePost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLikeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unlikePost: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                id: number;
                author_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFollowers: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description all when absent; above 1000 it is lowered to 1000 */
                limit?: number;
            };
            header?: never;
            path: {
                section_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFollowedSections: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description all when absent; above 1000 it is lowered to 1000 */
                limit?: number;
            };
            header?: never;
            path: {
                author_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedSectionResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    followSection: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                author_id: number;
                section_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedSectionResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unfollowSection: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                author_id: number;
                section_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedSectionResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scrapePage: {
        parameters: {
            query: {
                /** @description URL of the page, encoded */
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScrapedPageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listChanges: {
        parameters: {
            query: {
                /** @description `now` gives a token to begin with; `start` begins with the oldest change that is kept; else `next` of the answer before */
                after: string;
                /** @description 100 when absent; above 500 it is lowered to 500, with resources to 100 */
                limit?: number;
                /** @description kinds of resources, between commas; all when absent */
                types?: string;
                /** @description seconds for which an answer without changes waits for one; above 30 it is lowered to 30 */
                wait?: number;
                /** @description adds to each change its resource as it is now */
                include?: "resource";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editWebhook: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditWebhookDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description 20 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description only those before the delivery with this id */
                before?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: {
                /** @description 1 tries the write and takes it back: the answer is what it would be */
                dry_run?: boolean;
            };
            header?: {
                /** @description makes the request safe to send again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditRecords: {
        parameters: {
            query?: {
                /** @description how many to skip */
                offset?: number;
                /** @description 10 when absent; above 100 it is lowered to 100 */
                limit?: number;
                /** @description empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views */
                cursor?: string;
                /** @description 1 answers the length of the list in X-Total-Count */
                count?: boolean;
                /** @description writes in the name of this author */
                author_id?: number;
                /** @description writes of resources of this kind */
                resource?: string;
                /** @description writes of resources with this id */
                resource_id?: number;
                /** @description writes of this kind */
                verb?: string;
                /** @description seconds UTC, inclusive */
                from?: number;
                /** @description seconds UTC, inclusive; not before `from` */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description with cursor: the next page, `rel="next"`; absent on the last one (RFC 8288) */
                    Link?: string;
                    /** @description with count=1: how many items the list holds on all its pages */
                    "X-Total-Count"?: number;
                    /** @description gte: the list holds as many as X-Total-Count says, or more; absent where it is exact */
                    "X-Total-Count-Relation"?: "gte";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordResponse"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
