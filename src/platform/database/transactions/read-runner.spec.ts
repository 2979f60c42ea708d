import { expect, test } from '@jest/globals';
import { isRead } from './read-runner.js';

test.each([
  'SELECT 1',
  ' /* why */ (SELECT 1) UNION (SELECT 2);',
  "SELECT ';' AS a, 'it''s; \\'; here' AS b, `c;d` FROM e -- ; the end",
  'WITH a AS (SELECT 1) SELECT * FROM a FOR UPDATE',
  "WITH a AS (SELECT 'DELETE FROM b') SELECT * FROM a",
  'SET STATEMENT max_statement_time = 1 FOR SELECT 1',
  'PRAGMA user_version',
])('%s reads', (statement) => {
  expect(isRead(statement)).toBe(true);
});

test.each([
  'INSERT INTO a VALUES (1)',
  "SELECT 1; INSERT INTO a VALUES ('n')",
  "SELECT 'a;b' /* ; */; DELETE FROM a",
  'SELECT 1;;UPDATE a SET b = 1',
  'SELECT 1 /*! ; DROP TABLE a */',
  'WITH a AS (SELECT 1) DELETE FROM b',
  'WITH a AS (SELECT 1) DELETE b FROM b JOIN a',
  'WITH a AS (SELECT 1) UPDATE b x JOIN a ON 1 SET x.c = 1',
  '(WITH a AS (SELECT 1) UPDATE b SET c = 1)',
  'CREATE TABLE a (b INT)',
  'CALL a()',
])('%s writes', (statement) => {
  expect(isRead(statement)).toBe(false);
});
