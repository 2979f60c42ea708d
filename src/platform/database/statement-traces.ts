import { type StatementTarget, statementSpan } from '../telemetry/spans.js';
import { NO_TRACER, type Span, type Tracer } from '../telemetry/tracer.js';
import { serverAddress } from './mysql/server-address.js';

/** Spans of the statements that are sent to one database. */
export class StatementTraces {
  constructor(
    readonly tracer: Tracer,
    private readonly target: StatementTarget,
  ) {}

  /** @param text with `?` in the place of values; undefined where nobody would be told */
  begin(text: string): Span | undefined {
    return this.tracer.isRecording ? this.tracer.begin(statementSpan(text, this.target)) : undefined;
  }
}

/** @param type of a data source of TypeORM */
export function statementTraces(url: string, type: string, tracer: Tracer = NO_TRACER): StatementTraces {
  if (type !== 'mysql' && type !== 'mariadb') return new StatementTraces(tracer, { system: 'sqlite' });
  const { database: namespace, host, port } = serverAddress(url);
  return new StatementTraces(tracer, { system: type, namespace, host, port });
}
