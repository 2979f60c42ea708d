import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { RequestGate } from '../../platform/http/admission/request-gate.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import { SiteModule } from '../site/site.module.js';
import { McpController } from './http/mcp.controller.js';
import { McpEndpoint } from './http/mcp-endpoint.js';
import { McpHttpMiddleware } from './http/mcp-http.middleware.js';
import { ToolCalls } from './http/tool-calls.js';
import { ToolCatalog } from './http/tools/tool-catalog.js';
import { MCP_PATH } from './mcp-path.js';
import { mcpSettings } from './mcp.settings.js';

/** Tools for agents: another way to what the API offers, by the rights of a key. */
@Module({
  imports: [SiteModule.forFeature({ settings: [mcpSettings] }), PermalinksModule],
  controllers: [McpController],
  providers: [McpEndpoint, ToolCalls, ToolCatalog],
})
export class McpModule implements NestModule {
  /** @internal Nest makes it. */
  constructor(gate: RequestGate) {
    // The request that a call sends is admitted by itself.
    gate.addReadingPaths([`/${MCP_PATH}`]);
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(McpHttpMiddleware).forRoutes(McpController);
  }
}
