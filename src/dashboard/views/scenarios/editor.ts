import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentMore } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, forEachDiagnostic, linter, lintGutter, nextDiagnostic } from '@codemirror/lint'
import { type EditorState, Prec, StateEffect } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { getLocation } from 'jsonc-parser'
import { StyleModule } from 'style-mod'

import type { Schema } from '../../state/openapi.ts'
import { completionsAt, formsAt } from './completions.ts'

// The policy of the page refuses an element `style`, which style-mod makes in a document.
const sheet = new CSSStyleSheet()
StyleModule.mount = (root, modules) => {
  const rules = [modules].flat().map((module) => module.getRules())
  sheet.replaceSync(rules.join('\n'))
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

/** Refines what the style sheet of the page cannot reach: the sheet of CodeMirror comes after it. */
const theme = EditorView.theme({
  '&': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: '400 var(--text-xs) / 1.6 var(--mono)' },
  '.cm-content': { padding: 'var(--s3) 0', caretColor: 'var(--text)' },
  '.cm-gutters': { border: '0', background: 'none', color: 'var(--muted)' },
  // The pictures that lint has for these would need a hole in the policy.
  '.cm-lintRange-error': { background: 'none', textDecoration: 'underline wavy var(--bad) 1px' },
  '.cm-lintRange-warning': { background: 'none', textDecoration: 'underline wavy var(--warn) 1px' },
  '.cm-lint-marker': { content: 'normal !important' },
  '.cm-lint-marker::before': { content: '"●"', color: 'var(--warn)' },
  '.cm-lint-marker-error::before': { color: 'var(--bad)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '14rem', fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px var(--s2)', lineHeight: '1.6' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--accent)' },
  '.cm-tooltip.cm-completionInfo, .cm-help': {
    maxWidth: '24rem',
    padding: 'var(--s2) var(--s3)',
    color: 'var(--muted)',
  },
  // A background is none in forced colours.
  '@media (forced-colors: active)': {
    '.cm-tooltip-autocomplete ul li[aria-selected]': { outline: '2px solid', outlineOffset: '-2px' },
  },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
])

const checkAgain = StateEffect.define()

/** Has the problems found again: something else than the text has changed. */
export const recheck = (view: EditorView): void => view.dispatch({ effects: checkAgain.of(null) })

/** The problems that the editor shows, by their places. */
export function problemsIn(state: EditorState): readonly Diagnostic[] {
  const problems: Diagnostic[] = []
  forEachDiagnostic(state, (problem, from, to) => problems.push({ ...problem, from, to }))
  return problems
}

/** What an editor asks, and tells, while it is open. */
export interface Host {
  readonly schema: Schema
  readonly check: (text: string) => Promise<readonly Diagnostic[]>
  readonly onState: (state: EditorState) => void
}

function leaveByTab(view: EditorView): boolean {
  view.setTabFocusMode(true)
  return false
}

/** Says what the field at a place is for. */
function helpAt({ state }: EditorView, pos: number, schema: Schema) {
  const [{ description } = {}] = formsAt(schema, getLocation(state.doc.toString(), pos).path)
  if (description === undefined) return null
  const dom = Object.assign(document.createElement('p'), { className: 'cm-help', textContent: description })
  return { pos, create: () => ({ dom }) }
}

/** Makes an editor of JSON. Tab leaves it until something is typed, and after Escape. @param about id of its description */
export function makeEditor(doc: string, label: string, about: string, host: { readonly current: Host }): EditorView {
  const extensions = [
    [lineNumbers(), history(), closeBrackets(), json(), syntaxHighlighting(colours), theme, lintGutter()],
    linter(({ state }) => host.current.check(state.doc.toString()), {
      delay: 250,
      needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some((one) => one.is(checkAgain))),
    }),
    hoverTooltip((view, pos) => helpAt(view, pos, host.current.schema)),
    // Before the list of completions and the fields of a snippet, which take these keys too.
    Prec.highest(
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        { key: 'Escape', run: leaveByTab },
      ]),
    ),
    autocompletion({
      override: [(context) => completionsAt(context, host.current.schema)],
      icons: false,
      interactionDelay: 0,
      // In the order of the schema.
      compareCompletions: () => 0,
      // A list that scrolls has something that can have the focus.
      addToOptions: [{ position: 0, render: () => Object.assign(document.createElement('i'), { tabIndex: -1 }) }],
    }),
    keymap.of([
      { key: 'Tab', run: indentMore },
      { key: 'F8', run: nextDiagnostic },
      ...[closeBracketsKeymap, defaultKeymap, historyKeymap].flat(),
    ]),
    EditorView.contentAttributes.of(({ state }) => ({
      'aria-label': label,
      'aria-describedby': about,
      'aria-invalid': String(problemsIn(state).some(({ severity }) => severity === 'error')),
    })),
    EditorView.updateListener.of((update) => {
      if (update.transactions.some((one) => one.isUserEvent('input'))) update.view.setTabFocusMode(false)
      host.current.onState(update.state)
    }),
  ]
  const view = new EditorView({ doc, extensions })
  leaveByTab(view)
  return view
}
