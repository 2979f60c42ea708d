import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { Environment } from '../src/platform/config/environment.js';

const read = (file: string): string => readFileSync(join('docker', file), 'utf8');
/** For requests in flight, and for what the service holds (see shutDownGracefully). */
const ENDING_S = 10;

describe('Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const of = (instruction: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));

  test('The images are of the Node that the service is tested with', () => {
    const version = readFileSync('.node-version', 'utf8').trim();
    const images = of('FROM').map((from) => from.split(' ')[0]);
    expect(images).toEqual(Array(3).fill(`node:${version}-slim`));
  });

  test('The service is not root, is sent SIGTERM, and is unhealthy when it is not alive', () => {
    expect(of('USER')).toEqual(['1000:1000']);
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(of('HEALTHCHECK').join()).toContain('/health/live');
    expect(of('VOLUME')).toEqual(['/data']);
  });

  test('What is copied into the image is all that its build is sent', () => {
    const copied = of('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    const sent = [...read('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    expect(new Set(copied)).toEqual(new Set(sent));
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { service: Record<string, unknown> & { environment: Record<string, string> } };
  };
  const { service } = services;

  test('The service writes to its volume and to /tmp alone, and holds no rights', () => {
    expect(service).toMatchObject({
      read_only: true,
      volumes: ['data:/data'],
      tmpfs: [expect.stringMatching(/^\/tmp:/)],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test('It has time to stop', () => {
    const grace = Number.parseInt(String(service.stop_grace_period), 10);
    expect(grace).toBeGreaterThan(Number(service.environment.DRAIN_SECONDS) + ENDING_S);
  });
});

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string } };
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: object };
    readonly ports: readonly { readonly targetPort: string }[];
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly containers: readonly (Record<string, unknown> & {
    env: Variable[];
    ports: { name: string; containerPort: number }[];
    volumeMounts: { mountPath: string; name: string }[];
    readinessProbe: { periodSeconds: number; failureThreshold: number };
  })[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly patches?: readonly { readonly target: object; readonly patch: string }[];
}

const kustomization = (folder: string) =>
  parse(read(`kubernetes/${folder}/kustomization.yaml`)) as Kustomization;

/** All resources of a folder, its patches of configuration applied. */
function resourcesOf(folder: string): Resource[] {
  const { resources, patches = [] } = kustomization(folder);
  const found = resources.flatMap((name) =>
    name.startsWith('../')
      ? resourcesOf(name.slice(3))
      : parseAllDocuments(read(`kubernetes/${folder}/${name}`)).map(
          (document) => document.toJS() as Resource,
        ),
  );
  for (const { patch } of patches)
    for (const { path, value } of parse(patch) as { path: string; value: string }[]) {
      const data = configOf(found) as Record<string, string>;
      const name = path.replace(/^\/data\//, '');
      expect(Object.keys(data)).toContain(name);
      data[name] = value;
    }
  return found;
}

const configOf = (resources: readonly Resource[]): Readonly<Record<string, string>> =>
  resources.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === NAME)?.data ?? {};

const NAME = 'content-publishing-service';
const ofKind = (resources: readonly Resource[], wanted: string) =>
  resources.filter(({ kind }) => kind === wanted);

/** The variables that the container of a pod has; a word in the place of each secret. */
function environmentOf(resources: readonly Resource[], { env }: Pod['containers'][number]) {
  const given = env.map(({ name, value }) => [name, value ?? SECRETS[name] ?? 'secret']);
  return { ...configOf(resources), ...Object.fromEntries(given) } as Record<string, string>;
}

const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'mysql://user:password@database:3306/content',
  ADMIN_API_KEY: 'k'.repeat(64),
  METRICS_KEY: 'k'.repeat(16),
};

describe.each(['base', 'one-scheduler'])('Kubernetes, %s', (folder) => {
  const resources = resourcesOf(folder);
  const pods = ofKind(resources, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec] as const);

  test.each(pods)('%s has no rights, and writes to its volumes alone', (_name, { template: { spec } }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of spec.containers) {
      expect(container).toMatchObject({
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
      expect(mounts).toEqual(['/data', '/tmp', '/config']);
      expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
    }
  });

  test.each(pods)('%s starts with its variables, and names no secret', (_name, { template: { spec } }) => {
    for (const container of spec.containers) {
      const variables = environmentOf(resources, container);
      const environment = Environment.from(variables);
      for (const name of Object.keys(variables).filter((one) => !one.startsWith('AWS_')))
        expect([name, Object.keys(environment)]).toEqual([name, expect.arrayContaining([name])]);
      const secret = container.env.filter(({ name }) => name in SECRETS || name.startsWith('AWS_'));
      expect(secret).toHaveLength(5);
      for (const { valueFrom } of secret) expect(valueFrom?.secretKeyRef.name).toBe(NAME);
    }
  });

  test.each(pods)(
    '%s has time to stop, and is asked whether it is alive and ready',
    (_name, { template }) => {
      const { spec } = template;
      for (const container of spec.containers) {
        const { DRAIN_SECONDS } = Environment.from(environmentOf(resources, container));
        expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(DRAIN_SECONDS + ENDING_S);
        const probe = (path: string) => ({ httpGet: { path, port: 'http' } });
        expect(container).toMatchObject({
          startupProbe: probe('/health/live'),
          livenessProbe: probe('/health/live'),
          readinessProbe: probe('/health/ready'),
        });
        const { periodSeconds, failureThreshold } = container.readinessProbe;
        if (DRAIN_SECONDS > 0) expect(DRAIN_SECONDS).toBeGreaterThan(periodSeconds * failureThreshold);
        expect(container.ports.map(({ name }) => name)).toEqual(['http', 'metrics']);
      }
    },
  );

  test('The Service and the budget are of the pods that serve', () => {
    const [web] = ofKind(resources, 'Deployment').filter(({ metadata }) => metadata.name === NAME);
    const [service] = ofKind(resources, 'Service');
    const [budget] = ofKind(resources, 'PodDisruptionBudget');
    const { labels } = web?.spec.template.metadata ?? {};
    expect(service?.spec.selector).toEqual(labels);
    expect(budget?.spec.selector.matchLabels).toEqual(labels);
    expect(web?.spec.selector.matchLabels).toEqual(labels);
    expect(web?.spec.replicas).toBeGreaterThan(1);
  });

  test('Background work is on in all pods, or in one that has nothing else to do', () => {
    const on = pods.flatMap(([name, { replicas, template }]) =>
      template.spec.containers
        .filter((container) => environmentOf(resources, container).SCHEDULER === 'on')
        .map(() => [name, replicas]),
    );
    expect(on).toEqual([folder === 'base' ? [NAME, 2] : [`${NAME}-scheduler`, 1]]);
  });
});

test('The pods are asked for metrics by the key of their secret', () => {
  const [monitor] = resourcesOf('pod-monitor') as unknown as {
    spec: { podMetricsEndpoints: object[]; selector: { matchLabels: object } };
  }[];
  expect(monitor?.spec.podMetricsEndpoints).toMatchObject([
    { port: 'metrics', path: '/metrics', authorization: { credentials: { name: NAME, key: 'metrics-key' } } },
  ]);
});
