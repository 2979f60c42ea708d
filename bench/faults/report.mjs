/** Promises and figures of a scenario. Ends the process with 1 when a promise is not kept. */
export class Report {
  rows = [];

  constructor(title) {
    console.log(`\n${title}`);
  }

  check(name, measured, isKept) {
    this.rows.push(isKept);
    console.log(`  ${isKept ? '✓' : '✗'} ${name.padEnd(52)} ${measured}`);
    if (!isKept) process.exitCode = 1;
  }

  note(name, measured) {
    console.log(`    ${name.padEnd(52)} ${measured}`);
  }
}
