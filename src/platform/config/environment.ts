import 'reflect-metadata';
import { availableParallelism } from 'node:os';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { AllowedTargets } from '../outbound/outbound-target.js';
import { isDatabaseUrl, IsReplicaUrl, isSqlite } from './database-url.js';
import { parseStorageUrl } from './storage-location.js';
import { VARIABLES } from './variables.js';
import { WholeNumber } from './whole-number.js';

/** One or more environment variables hold values that the service cannot start with. */
export class EnvironmentError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The environment has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'EnvironmentError';
  }
}

const MAX_PORT = 65_535;
const MAX_PROCESSES = 64;
const PROCESSES_RULE = {
  message: `WEB_CONCURRENCY must be a whole number from 1 to ${MAX_PROCESSES}, or auto`,
};
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);
const RATIO_RULE = { message: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1' };

/** Environment variables of the process, read once at start. */
export class Environment {
  /** TCP port of the service. */
  @WholeNumber(0, MAX_PORT)
  PORT = 3000;

  /** Address that the service listens on. */
  @IsString()
  @IsNotEmpty()
  HOST = '127.0.0.1';

  /**
   * Folder of the embedded database, of temporary files, and of media unless `STORAGE_URL` says otherwise.
   */
  @IsString()
  @IsNotEmpty()
  DATA_DIR = './data';

  /** `sqlite:<file>` or `mysql://user:password@host:port/name` (MySQL 8, MariaDB 10.6 and newer). */
  @ValidateBy({
    name: 'databaseUrl',
    validator: {
      validate: isDatabaseUrl,
      defaultMessage: () => 'DATABASE_URL must be sqlite:<file> or mysql://user:password@host:port/name',
    },
  })
  DATABASE_URL!: string;

  /**
   * A replica of MySQL or MariaDB, `mysql://user:password@host:port/name`, for
   * reads that tolerate two seconds.
   */
  @IsOptional()
  @IsReplicaUrl()
  DATABASE_READ_URL?: string;

  /** Connections in the pool (MySQL and MariaDB), and in that of the replica. */
  @WholeNumber(1, 500)
  DATABASE_POOL = 10;

  /**
   * Storage of media: `file:<folder>`, or `s3://bucket[/prefix]?endpoint=…&region=…`. Credentials of S3 come
   * from where its SDK looks for them (`AWS_ACCESS_KEY_ID` and so on).
   */
  @ValidateBy({
    name: 'storageUrl',
    validator: {
      validate: (value) => storageFault(value) === null,
      defaultMessage: (given) => `STORAGE_URL ${storageFault(given?.value) ?? ''}`,
    },
  })
  STORAGE_URL!: string;

  /** Base of every URL that the service hands out; no slash at its end. */
  @Transform(({ value }) => String(value).replace(/\/+$/, ''))
  @IsUrl(
    {
      ...{ protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      ...{ disallow_auth: true, allow_query_components: false, allow_fragments: false },
    },
    { message: 'PUBLIC_BASE_URL must be an http or https URL, without user, query and fragment' },
  )
  PUBLIC_BASE_URL!: string;

  /** Key of the first Administrator, used on an empty database only. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9]{32,128}$/, { message: 'ADMIN_API_KEY must be 32 to 128 letters and digits' })
  ADMIN_API_KEY?: string;

  /** Site settings file. A named file must exist; `./site.json` is taken when it is there. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  SITE_SETTINGS?: string;

  /** Compiled file of the extension, from the working directory. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  EXTENSION?: string;

  /** Private targets that outbound requests may reach, each `host:port`, parted by commas. */
  @Transform(({ value }) =>
    String(value)
      .split(',')
      .map((target) => target.trim())
      .filter((target) => target !== ''),
  )
  @ValidateBy({
    name: 'outboundTargets',
    validator: {
      validate: (value) => targetsFault(value) === null,
      defaultMessage: (given) => `OUTBOUND_ALLOW ${targetsFault(given?.value) ?? ''}`,
    },
  })
  OUTBOUND_ALLOW: string[] = [];

  /** `off` on instances that only serve: they publish nothing that is scheduled. */
  @IsIn(['on', 'off'], { message: 'SCHEDULER must be on or off' })
  SCHEDULER = 'on';

  /** TCP port of /metrics alone; without it, /metrics is on the port of the service. */
  @IsOptional()
  @WholeNumber(0, MAX_PORT)
  @ValidateBy({
    name: 'otherPort',
    validator: {
      validate: (value, given) => value === 0 || value !== (given?.object as Environment | undefined)?.PORT,
      defaultMessage: () => 'METRICS_PORT must be another port than PORT',
    },
  })
  METRICS_PORT?: number;

  /**
   * The token that a collector of metrics sends as `Authorization: Bearer …`;
   * without it, /metrics answers everybody.
   */
  @IsOptional()
  @Matches(/^[\x21-\x7e]{16,200}$/, {
    message: 'METRICS_KEY must be 16 to 200 ASCII characters without blanks',
  })
  METRICS_KEY?: string;

  /**
   * Base URL of an OpenTelemetry collector (OTLP over HTTP, `/v1/traces`,
   * `/v1/metrics`); else nothing is traced.
   */
  @IsOptional()
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
    { message: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL' },
  )
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** Sampler of traces, by its OpenTelemetry name. */
  @IsIn(SAMPLERS, { message: `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}` })
  OTEL_TRACES_SAMPLER = 'parentbased_always_on';

  /** Share of traces that samplers by ratio take, 0 to 1. */
  @Type(() => Number)
  @Min(0, RATIO_RULE)
  @Max(1, RATIO_RULE)
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** Milliseconds from one export of metrics to the next. */
  @WholeNumber(1000, 3_600_000)
  OTEL_METRIC_EXPORT_INTERVAL = 60_000;

  /** Requests that are worked on at one time, at most; fewer when they take long. */
  @WholeNumber(1, 10_000)
  MAX_CONCURRENT_REQUESTS = 256;

  /** Readers, and writers, that wait for their turn; further ones are refused. */
  @WholeNumber(0, 100_000)
  MAX_WAITING_REQUESTS = 512;

  /** Processes of the service: a number, or `auto` for as many as there are cores (one on SQLite). */
  @Transform(({ value, obj }) => processesOf(value, isSqlite(obj)))
  @IsInt(PROCESSES_RULE)
  @Min(1, PROCESSES_RULE)
  @Max(MAX_PROCESSES, PROCESSES_RULE)
  @ValidateBy({
    name: 'processes',
    validator: {
      validate: (value, given) => !(value > 1 && isSqlite(given?.object)),
      defaultMessage: () => 'WEB_CONCURRENCY above 1 needs MySQL or MariaDB: SQLite is for one process',
    },
  })
  WEB_CONCURRENCY = 1;

  /**
   * Seconds that a process which is told to stop goes on answering, for
   * balancers to notice that it is not ready.
   */
  @WholeNumber(0, 300)
  DRAIN_SECONDS = 5;

  /** Number of proxies in front that set X-Forwarded-For: limits of passwords are by address. */
  @WholeNumber(0, 10)
  TRUST_PROXY = 0;

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    message: 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
  })
  LOG_LEVEL = 'info';

  /** `pretty` for people, `json` for machines. */
  @IsIn(['pretty', 'json'], { message: 'LOG_FORMAT must be pretty or json' })
  LOG_FORMAT: string = process.stdout.isTTY ? 'pretty' : 'json';

  /** Reads and checks the variables; an empty value counts as not set. */
  static from(variables: NodeJS.ProcessEnv): Environment {
    const isGiven = ([name, value]: [string, unknown]) =>
      VARIABLES.has(name) && value !== undefined && value !== '';
    const given = Object.fromEntries(Object.entries(variables).filter(isGiven));
    const defaults = {
      DATABASE_URL: `sqlite:${given.DATA_DIR ?? './data'}/content.db`,
      STORAGE_URL: `file:${given.DATA_DIR ?? './data'}/files`,
      PUBLIC_BASE_URL: `http://localhost${portIn(given.PORT)}`,
    };
    const environment = plainToInstance(
      Environment,
      { ...defaults, ...given },
      { exposeDefaultValues: true },
    );
    const faults = validateSync(environment, { stopAtFirstError: true }).flatMap((error) =>
      Object.values(error.constraints ?? {}).map((message) =>
        message.startsWith(error.property) ? message : `${error.property}: ${message}`,
      ),
    );
    if (faults.length > 0) throw new EnvironmentError(faults);
    return environment;
  }
}

/** The port as URLs have it: a value that is none is one fault, not two, and 0 is any that is free. */
function portIn(text = '3000'): string {
  const port = Number(text);
  if (port === 0) return '';
  return Number.isInteger(port) && port > 0 && port <= MAX_PORT ? `:${port}` : ':3000';
}

function processesOf(value: unknown, hasOneWriter: boolean): number {
  if (value !== 'auto') return Number(value);
  return hasOneWriter ? 1 : Math.min(MAX_PROCESSES, availableParallelism());
}

function storageFault(url: unknown): string | null {
  try {
    parseStorageUrl(String(url));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function targetsFault(targets: unknown): string | null {
  try {
    new AllowedTargets(targets as string[]);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
