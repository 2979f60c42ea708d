import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import { Plugin } from '@nestjs/apollo';
import { Metrics, type Tally } from '../../platform/telemetry/metrics.js';
import type { GraphqlContext } from '../request-context.js';

/**
 * Counts operations and their errors, and how long they take. Its order among the plugins is of no account.
 */
@Plugin()
export class OperationMetricsPlugin implements ApolloServerPlugin<GraphqlContext> {
  private readonly observe: (result: string, seconds: number) => void;
  private readonly failures: Tally;

  constructor(metrics: Metrics) {
    this.observe = metrics.durations('graphql_operation_duration_seconds', 'Time of an operation', 'result');
    this.failures = metrics.tally(
      'graphql_internal_errors_total',
      'Errors of GraphQL that are faults of the service',
    );
  }

  requestDidStart(): Promise<GraphQLRequestListener<GraphqlContext>> {
    const startedAt = performance.now();
    return Promise.resolve({
      willSendResponse: ({ response: { body } }) => {
        const { errors = [] } = body.kind === 'single' ? body.singleResult : {};
        const internal = errors.filter(({ extensions }) => extensions?.code === 'internal-error');
        this.failures.add(internal.length);
        this.observe(errors.length > 0 ? 'errors' : 'ok', (performance.now() - startedAt) / 1000);
        return Promise.resolve();
      },
    });
  }
}
