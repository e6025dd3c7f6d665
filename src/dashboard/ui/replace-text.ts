/** Replaces a part of a text area, and puts the caret into the new text. The browser can undo it, as if it were typed. */
export function replaceText(
  area: HTMLTextAreaElement,
  from: number,
  to: number,
  text: string,
  caret = text.length,
): void {
  area.focus({ preventScroll: true })
  area.setSelectionRange(from, to)
  // No other call leaves the history of the field as it is.
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  area.setSelectionRange(from + caret, from + caret)
}
