import { describe, expect, test } from '@jest/globals';
import { wordsOf, wordsOfPhrase } from './search-words.js';

const isFound = (phrase: string, text: string) => {
  const words = new Set(wordsOf(text));
  const asked = [...wordsOfPhrase(phrase)];
  return asked.length > 0 && asked.every((word) => words.has(word));
};

describe('a phrase finds a text', () => {
  test.each([
    ['BRIDGE', 'The bridge is open'],
    ['open the', 'The bridge is open'],
    ['cafe', 'Un café, s’il vous plaît'],
    ['CAFÉ', 'cafe'],
    ['strasse', 'Die Straße'],
    ['smorrebrod', 'Smørrebrød'],
    ['οδος', 'ΟΔΟΣ'],
    ['fi', 'ﬁ'],
    ['a', 'a'],
    ['東京', '今日は東京に行く'],
    ['京', '東京'],
    ['서울', '서울에서'],
    ['🎉', 'Party 🎉!'],
    ['👍', 'good 👍🏽'],
    ['🇩🇪', 'Hallo 🇩🇪'],
    ['"bridge" +open -the*', 'the bridge is open'],
    ['well-known', 'a known well'],
    ['well', 'a well-known man'],
    ['don’t', "I don't know"],
    ['dont', "I don't know"],
    ['eau', "l'eau"],
    ['ʼtis', "'tis the season"],
    ["rock 'n' roll", 'rock ʼn roll'],
    ['ŉ', 'ŉ Boek'],
    ['2026', 'In 2026, 3.5 million'],
    ['naïve', 'nai\u0308ve'],
    ['हिन्दी', 'यह हिन्दी है'],
  ])('%j in %j', (phrase, text) => {
    expect(isFound(phrase, text)).toBe(true);
  });
});

describe('a phrase does not find a text', () => {
  test.each([
    ['bridges', 'The bridge'],
    ['bri', 'The bridge'],
    ['京都', '東京'],
    ['😀', '🎉'],
    ['***', 'anything ***'],
    ['', 'anything'],
    ['हिन्दू', 'यह हिन्दी है'],
  ])('%j in %j', (phrase, text) => {
    expect(isFound(phrase, text)).toBe(false);
  });
});
