const secrets = new WeakMap<object, string>();

/** Marks a field of an answer as a secret: its client sees it, and nothing keeps it to answer it again. */
export function shownOnce<T extends object>(answer: T, field: keyof T & string): T {
  secrets.set(answer, field);
  return answer;
}

/** An answer as it may be kept or told again: null in place of what is shown once. */
export function withoutSecret<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  const field = secrets.get(answer);
  return field === undefined ? answer : { ...answer, [field]: null };
}
