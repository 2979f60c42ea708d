import type { Page } from 'playwright-core';

/** Goes there by the Tab key alone. @throws Error when the key does not lead there */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}

/** Headlines of the slides that fill the window of their track, by where they are seen. */
export async function slidesSeen(page: Page): Promise<string> {
  const track = await page.locator('.p-track').boundingBox();
  const seen: string[] = [];
  for (const slide of await page.locator('.p-slide').all()) {
    const box = await slide.boundingBox();
    const isIn = box && track && box.x < track.x + track.width - 2 && box.x + box.width > track.x + 2;
    if (isIn) seen.push(await slide.locator('h2').innerText());
  }
  return seen.join(', ');
}
