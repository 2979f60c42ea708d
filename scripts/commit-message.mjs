// Refuses a commit message that is not in the form of CONTRIBUTING.md: node scripts/commit-message.mjs <file>
import { readFileSync } from 'node:fs';

const MAX_SUBJECT_CHARACTERS = 72;
/** Subjects that Git writes itself. */
const WRITTEN_BY_GIT = /^(Merge |Revert "|(fixup|squash|amend)! )/;
const TYPE = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([^)]*\))?!?:/i;

const [file] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'));
const start = lines.findIndex((line) => line.trim() !== '');
// Git itself refuses an empty message.
const subject = lines[start] ?? '';
const length = [...subject].length;

const faults = WRITTEN_BY_GIT.test(subject)
  ? []
  : [
      length > MAX_SUBJECT_CHARACTERS &&
        `The subject has ${length} characters; ${MAX_SUBJECT_CHARACTERS} are allowed.`,
      TYPE.test(subject) && 'The subject begins with a type; it says what is different now, without one.',
      subject.endsWith('.') && 'The subject ends with a full stop.',
      (lines[start + 1] ?? '').trim() !== '' && 'The line after the subject is not empty.',
    ].filter(Boolean);

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
