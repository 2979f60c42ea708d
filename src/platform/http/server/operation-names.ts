/**
 * Names an operation by the method of its controller: `create` of
 * `PostsController` is `createPost`, `list` is `listPosts`. A method of several
 * words is a name of its own. Where that reads badly, `ApiOperation` has the name.
 */
export function operationId(controller: string, method: string): string {
  // A method that several paths lead to has the number of the path behind its name.
  const verb = method.replace(/\[\d+\]$/, '');
  if (/[A-Z]/.test(verb)) return verb;
  const resource = controller.replace(/Controller$/, '');
  return verb + (verb === 'list' ? resource : singular(resource));
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<![su])s$/, '');

const VERSION = /^\/api\/(\d+)\.(\d+)(?=\/)/;

interface NamedOperation {
  readonly path: string;
  readonly operation: { operationId?: string };
}

/**
 * Gives each operation a name of its own. Of the versions of a path the newest has
 * the plain name, and each other one its version behind it: `searchAuthorsV11`.
 * Whatever else has a name that is taken has a number behind it.
 */
export function distinguishNames(operations: readonly NamedOperation[]): void {
  const groups = Map.groupBy(operations, ({ operation }) => operation.operationId ?? '');
  const taken = new Set(groups.keys());
  for (const [name, group] of groups) {
    const plain = group.reduce((newest, other) => (isNewer(other.path, newest.path) ? other : newest));
    for (const named of group) {
      if (named === plain) continue;
      const version = isNewer(plain.path, named.path) ? `V${versionOf(named.path).join('')}` : '2';
      named.operation.operationId = freeName(name, version, taken);
    }
  }
}

function freeName(name: string, wanted: string, taken: Set<string>): string {
  let free = name + wanted;
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
  taken.add(free);
  return free;
}

/** Whether a path is that of another in a later version. */
function isNewer(path: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [versionOf(path), versionOf(other)];
  const isSame = path.replace(VERSION, '') === other.replace(VERSION, '');
  return isSame && (major - otherMajor || minor - otherMinor) > 0;
}

/** `[1, 3]` of `/api/1.3/posts`; empty for paths without a version. */
function versionOf(path: string): number[] {
  return VERSION.exec(path)?.slice(1).map(Number) ?? [];
}
