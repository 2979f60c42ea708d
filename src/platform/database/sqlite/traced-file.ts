import type BetterSqlite3 from 'sqlite-driver';
import { kindOf } from '../../telemetry/tracer.js';
import type { StatementTraces } from '../statement-traces.js';

type Method = (...parameters: unknown[]) => unknown;

/** Has the statements of a connection traced. Without a tracer, the connection stays as it is. */
export function traceFile(file: BetterSqlite3.Database, traces: StatementTraces): void {
  if (!traces.tracer.isOn) return;
  const prepare = file.prepare.bind(file);
  file.prepare = ((text: string) => {
    const statement = prepared(() => prepare(text), text, traces);
    const { all, run } = statement as unknown as Readonly<Record<'all' | 'run', Method>>;
    return Object.assign(statement, {
      all: tracedMethod(all.bind(statement), text, traces),
      run: tracedMethod(run.bind(statement), text, traces),
    });
  }) as typeof file.prepare;
}

/** A statement that the database does not take fails here already. */
function prepared<T>(prepare: () => T, text: string, traces: StatementTraces): T {
  try {
    return prepare();
  } catch (error) {
    traces.begin(text)?.end(kindOf(error));
    throw error;
  }
}

function tracedMethod(method: Method, text: string, traces: StatementTraces): Method {
  return (...parameters) => {
    const span = traces.begin(text);
    if (!span) return method(...parameters);
    try {
      const result = method(...parameters);
      span.end();
      return result;
    } catch (error) {
      span.end(kindOf(error));
      throw error;
    }
  };
}
