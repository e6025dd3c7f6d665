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

// The page's Content-Security-Policy blocks the `style` element that style-mod adds.
const sheet = new CSSStyleSheet()
StyleModule.mount = (root, modules) => {
  const rules = [modules].flat().map((module) => module.getRules())
  sheet.replaceSync(rules.join('\n'))
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

/** Overrides styles of CodeMirror, whose sheet comes after the style sheet of the page. */
const theme = EditorView.theme({
  '&': { height: '100%', overflow: 'hidden', borderRadius: 'var(--radius-l)' },
  '&.cm-focused': { outline: '1px solid var(--accent)' },
  '.cm-scroller': { font: '400 var(--text-xs) / 1.6 var(--mono)' },
  '.cm-content': { padding: 'var(--s3) 0', caretColor: 'var(--text)' },
  '.cm-gutters': { border: '0', background: 'none', color: 'var(--muted)' },
  // The policy blocks the images of the lint extension.
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
  // Forced colours remove backgrounds.
  '@media (forced-colors: active)': {
    '.cm-tooltip-autocomplete ul li[aria-selected]': { outline: '2px solid', outlineOffset: '-2px' },
  },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
])

/** The lint checks, which depend on the scenarios of the fake. */
const checks = new Compartment()

/** Runs the checks again, for example after the fake is back or its scenarios changed. @param taken the existing names */
export const runChecks = (view: EditorView, taken: readonly string[]): void =>
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

/** Describes the field at a position. */
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

/** Creates a scenario editor with the name selected. Tab leaves it before any input, and after Escape. */
export function createEditor({ doc, schema, about, onChange }: EditorOptions): EditorView {
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
    // Precedes the completion list and snippet fields, which handle these keys too.
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
      // A scrolling list needs a focusable element.
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
