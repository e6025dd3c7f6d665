import type { Page } from '@playwright/test'

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Scenario as JSON' })

/** The text in the editor, of which it draws every line of a window. */
export async function writtenIn(page: Page): Promise<string> {
  await editorOf(page).waitFor()
  return (await editorOf(page).locator('.cm-line').allTextContents()).join('\n')
}

export const scenarioIn = async (page: Page): Promise<unknown> => JSON.parse(await writtenIn(page))

/** Puts the caret of the editor behind the first place of a text in a line. */
export async function goBehind(page: Page, text: string): Promise<void> {
  const line = editorOf(page).locator('.cm-line').filter({ hasText: text }).first()
  await editorOf(page).focus()
  await line.evaluate((element, wanted) => {
    let left = element.textContent.indexOf(wanted) + wanted.length
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? ''
      if (left <= length) {
        getSelection()?.collapse(node, left)
        return
      }
      left -= length
    }
  }, text)
}
