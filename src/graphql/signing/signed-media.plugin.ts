import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { Plugin } from '@nestjs/apollo';
import { Actor } from '../../modules/auth/domain/actor.js';
import { SignedUrls } from '../../modules/media/signing/signed-urls.js';
import type { GraphqlContext } from '../request-context.js';

/**
 * Signs URLs of files in answers to those with a key or a preview. Its order
 * among the plugins is of no account.
 */
@Plugin()
export class SignedMediaPlugin implements ApolloServerPlugin<GraphqlContext> {
  constructor(private readonly urls: SignedUrls) {}

  requestDidStart({
    contextValue: { request },
  }: {
    contextValue: GraphqlContext;
  }): Promise<GraphQLRequestListener<GraphqlContext> | undefined> {
    if (!this.urls.isOn || request.isShareable) return Promise.resolve(undefined);
    const { actor, previewed } = request;
    const reader = previewed === null ? actor : (actor ?? Actor.nobody()).previewing(previewed);
    return Promise.resolve({
      willSendResponse: async ({ response: { body } }) => {
        const { data } = body.kind === 'single' ? body.singleResult : {};
        if (body.kind === 'single' && data) body.singleResult.data = await this.urls.signed(data, reader);
      },
    });
  }
}
