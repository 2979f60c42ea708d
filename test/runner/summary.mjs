import { executablePath } from '../support/chromium.ts';

/** Files between two lines of progress, where no terminal shows how far a run is. */
const STEP = 25;

/** Says how far a run is, and at its end what it has left out and why. */
export default class Summary {
  done = 0;

  onTestFileResult(_test, _result, { numTotalTestSuites }) {
    this.done += 1;
    if (!process.stderr.isTTY && this.done % STEP === 0) say(`${this.done} of ${numTotalTestSuites} files`);
  }

  onRunComplete(_contexts, { numPendingTests }) {
    if (!process.env.TEST_DATABASE_URL) {
      say(
        'Left out: tests on MySQL and MariaDB. TEST_DATABASE_URL names no server (mysql://root@127.0.0.1:3306).',
      );
    }
    if (!executablePath && process.env.BROWSER_TESTS !== '1') {
      say('Left out: tests in a browser. There is no Chromium; CHROMIUM may name one.');
    } else if (process.env.BROWSER_TESTS !== '1') {
      say('Left out: most of the pages that hold hostile texts. BROWSER_TESTS=1 opens all of them.');
    }
    if (numPendingTests > 0) {
      say(
        `Skipped: ${numPendingTests} tests, those for the other database and those that the selection leaves out.`,
      );
    }
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
