import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentMore } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { forEachDiagnostic, linter, lintGutter, lintKeymap, openLintPanel } from '@codemirror/lint'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { getLocation } from 'jsonc-parser'
import { StyleModule } from 'style-mod'

import type { Schema } from '../../state/openapi.ts'
import { placeOf } from '../../ui/json.ts'
import { completionsAt, formsAt } from './completions.ts'
import { problemsOf } from './problems.ts'

// The policy of the page refuses an element `style`, which style-mod makes in a document.
const sheet = new CSSStyleSheet()
StyleModule.mount = (root, modules) => {
  const rules = [modules].flat().map((module) => module.getRules())
  sheet.replaceSync(rules.join('\n'))
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

/** Refines what the style sheet of the page cannot reach: the sheet of CodeMirror comes after it. */
const theme = EditorView.theme({
  '&': { height: '100%', overflow: 'hidden', borderRadius: 'var(--radius-l)' },
  '&.cm-focused': { outline: '1px solid var(--accent)' },
  '.cm-scroller': { font: '400 var(--text-xs) / 1.6 var(--mono)' },
  '.cm-content': { padding: 'var(--s3) 0', caretColor: 'var(--text)' },
  '.cm-gutters': { border: '0', background: 'none', color: 'var(--muted)' },
  // The pictures that lint has for these would need a hole in the policy.
  '.cm-lintRange-error': { background: 'none', textDecoration: 'underline wavy var(--bad) 1px' },
  '.cm-lintRange-warning': { background: 'none', textDecoration: 'underline wavy var(--warn) 1px' },
  '.cm-lintRange.cm-lintRange-active': { background: 'none' },
  '.cm-lint-marker': { content: 'normal !important' },
  '.cm-lint-marker::before': { content: '"●"', color: 'var(--warn)' },
  '.cm-lint-marker-error::before': { color: 'var(--bad)' },
  '.cm-tooltip': { border: '1px solid var(--line)', background: 'var(--surface)', boxShadow: 'var(--shadow)' },
  '.cm-panels': { border: '0', background: 'none', color: 'var(--text)' },
  '.cm-panel.cm-panel-lint [name=close]': { display: 'none' },
  '.cm-diagnostic[aria-selected]': { background: 'var(--accent-soft) !important', color: 'var(--accent) !important' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '14rem', fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px var(--s2)', lineHeight: '1.6' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--accent)' },
  '.cm-tooltip.cm-completionInfo, .cm-help': { maxWidth: '24rem', padding: 'var(--s2)', color: 'var(--muted)' },
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

/** The checks of an editor, which change with what is in the fake. */
const checks = new Compartment()

/** Has the problems found again: the fake is back, or has other scenarios. @param taken the names that are there */
export const checkBy = (view: EditorView, taken: readonly string[]): void =>
  view.dispatch({
    effects: checks.reconfigure(linter(({ state }) => problemsOf(state.doc.toString(), taken), { delay: 250 })),
  })

function isWrong(state: EditorState): boolean {
  let found = false
  forEachDiagnostic(state, ({ severity }) => (found ||= severity === 'error'))
  return found
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

interface EditorOptions {
  readonly doc: string
  readonly schema: Schema
  /** The id of its description. */
  readonly about: string
  readonly onChange: (state: EditorState) => void
}

/** Makes an editor of a scenario, with its name selected. Tab leaves it until something is typed, and after Escape. */
export function makeEditor({ doc, schema, about, onChange }: EditorOptions): EditorView {
  const extensions = [
    [
      lineNumbers(),
      history(),
      closeBrackets(),
      json(),
      syntaxHighlighting(colours),
      theme,
      lintGutter(),
      checks.of([]),
    ],
    EditorState.phrases.of({ Diagnostics: 'Problems', 'No diagnostics': 'No problems' }),
    hoverTooltip((view, pos) => helpAt(view, pos, schema)),
    // Before the list of completions and the fields of a snippet, which take these keys too.
    Prec.highest(
      keymap.of([
        { key: 'Tab', run: acceptCompletion },
        { key: 'Escape', run: leaveByTab },
      ]),
    ),
    autocompletion({
      override: [(context) => completionsAt(context, schema)],
      icons: false,
      interactionDelay: 0,
      // In the order of the schema.
      compareCompletions: () => 0,
      // A list that scrolls has something that can have the focus.
      addToOptions: [{ position: 0, render: () => Object.assign(document.createElement('i'), { tabIndex: -1 }) }],
    }),
    keymap.of([
      { key: 'Tab', run: indentMore },
      ...[closeBracketsKeymap, lintKeymap, defaultKeymap, historyKeymap].flat(),
    ]),
    EditorView.contentAttributes.of(({ state }) => ({
      'aria-label': 'Scenario as JSON',
      'aria-describedby': about,
      'aria-invalid': String(isWrong(state)),
    })),
    EditorView.updateListener.of(({ transactions, view, state }) => {
      if (transactions.some((one) => one.isUserEvent('input'))) view.setTabFocusMode(false)
      onChange(state)
    }),
  ]
  const { from, to } = placeOf(doc, 'name')
  const view = new EditorView({ doc, extensions, selection: { anchor: from + 1, head: Math.max(from + 1, to - 1) } })
  openLintPanel(view)
  leaveByTab(view)
  return view
}
