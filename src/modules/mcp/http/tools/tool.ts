/** Annotations of a tool for its client (Model Context Protocol, ToolAnnotations). */
interface Effect {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** Reads. */
export const READING: Effect = { readOnlyHint: true, openWorldHint: false };
/** Adds something, and changes nothing that is there. */
export const ADDING: Effect = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Changes what readers see or will see, and can be taken back. */
export const CHANGING: Effect = { ...ADDING, idempotentHint: true };
/** Replaces what is there. */
export const REPLACING: Effect = { ...CHANGING, destructiveHint: true };

/**
 * A tool: an operation of the API under a name for agents. What it takes and
 * who may use it follows from the operation.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** Its `operationId` in the API description. */
  readonly operation: string;
  /** Rights that the key needs besides those of the operation, where it does other things, too. */
  readonly rights?: readonly string[];
  /** Parameters and fields of the operation that the tool does not take. */
  readonly without?: readonly string[];
  /** Parameters of the operation that it takes; all when absent. */
  readonly only?: readonly string[];
  /** Required parameters, besides those that the operation requires. */
  readonly needs?: readonly string[];
  /** Descriptions where those of the operation are of REST. */
  readonly words?: Readonly<Record<string, string>>;
  /** Parameters of the query, and fields of the body, that are always the same. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Name under which the answer has the list, when it is one. */
  readonly list?: string;
  /** Fields of what is answered; all but `hides` when absent. */
  readonly shows?: readonly string[];
  readonly hides?: readonly string[];
  /** Whether the article may be named by its URL, in place of its id. */
  readonly takesUrl?: boolean;
}
