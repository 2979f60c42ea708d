import { type StatementTarget, statementSpan } from '../telemetry/spans.js';
import { NO_TRACER, type Span, type Tracer } from '../telemetry/tracer.js';

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

const MYSQL_PORT = 3306;

/** @param type of a data source of TypeORM */
export function statementTraces(url: string, type: string, tracer: Tracer = NO_TRACER): StatementTraces {
  if (type !== 'mysql' && type !== 'mariadb') return new StatementTraces(tracer, { system: 'sqlite' });
  const { hostname: host, port, pathname } = new URL(url);
  const namespace = decodeURIComponent(pathname.slice(1));
  return new StatementTraces(tracer, { system: type, namespace, host, port: Number(port) || MYSQL_PORT });
}
