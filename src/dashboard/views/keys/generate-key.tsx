import { useState } from 'preact/hooks'

import type { CreatedKey } from '../../../control/endpoints/keys.ts'
import { chooseKey } from '../../state/api-key.ts'
import { change, Refusal } from '../../state/ask.ts'
import { bodySchema, useControlDocument } from '../../state/document.ts'
import { say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, TextField } from '../../ui/field.tsx'

/** Generates a key, and shows its secret once (§5). */
export function GenerateKey({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey>()
  return created === undefined ? (
    <KeyForm onClose={onClose} onCreated={setCreated} />
  ) : (
    <Secret created={created} onClose={onClose} />
  )
}

interface KeyFormProps {
  readonly onClose: () => void
  readonly onCreated: (key: CreatedKey) => void
}

function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const [name, setName] = useState('')
  const [quota, setQuota] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [refusal, setRefusal] = useState<Refusal>()
  const schema = bodySchema(useControlDocument(), 'post', '/keys')
  const names = (schema?.properties?.['permissions']?.items?.enum ?? []).map(String)
  const submit = async (): Promise<void> => {
    const body = {
      name,
      ...(chosen === undefined ? {} : { permissions: names.filter((permission) => chosen.has(permission)) }),
      ...(quota === '' ? {} : { quota: /^\d+$/.test(quota) ? Number(quota) : quota }),
    }
    try {
      onCreated(await change<CreatedKey>('POST', '/keys', { body }))
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal(0, messageOf(error)))
    }
  }
  const errorOf = (field: string): string | undefined => (refusal?.field === field ? refusal.message : undefined)
  const isElsewhere = refusal !== undefined && !['name', 'quota'].includes(refusal.field ?? '')
  return (
    <Dialog title="Generate key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          placeholder="checkout"
          error={errorOf('name')}
          required
        />
        <PermissionChoices names={names} chosen={chosen} onChange={setChosen} />
        <TextField
          label="Quota (requests an hour)"
          kind="number"
          value={quota}
          onInput={setQuota}
          placeholder="the usual one"
          error={errorOf('quota')}
        />
        {isElsewhere ? <p class="note bad">{refusal.message}</p> : null}
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Generate key
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

interface PermissionChoicesProps {
  readonly names: readonly string[]
  /** Undefined for all. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChange: (chosen: ReadonlySet<string> | undefined) => void
}

function PermissionChoices({ names, chosen, onChange }: PermissionChoicesProps) {
  return (
    <fieldset class="permission-choices">
      <legend class="legend">Permissions</legend>
      <Choice
        label="All permissions"
        checked={chosen === undefined}
        onChange={(all) => onChange(all ? undefined : new Set())}
      />
      {names.map((permission) => (
        <Choice
          key={permission}
          label={<code>{permission}</code>}
          checked={chosen?.has(permission) ?? true}
          disabled={chosen === undefined}
          onChange={(on) => onChange(toggled(chosen ?? new Set(), permission, on))}
        />
      ))}
    </fieldset>
  )
}

function toggled(names: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  return new Set([...names].filter((other) => other !== name).concat(on ? [name] : []))
}

function Secret({
  created: { name, secret },
  onClose,
}: {
  readonly created: CreatedKey
  readonly onClose: () => void
}) {
  return (
    <Dialog title={`Key ${name} generated`} onClose={onClose}>
      <p>Copy the secret now. Nothing shows it again.</p>
      <output class="secret mono" aria-label="Secret">
        {secret}
      </output>
      <footer>
        <Button icon="copy" onClick={() => copy(secret)}>
          Copy secret
        </Button>
        <Button
          onClick={() => {
            chooseKey(secret)
            say('Requests that you send from this page use the key now.')
          }}
        >
          Use on this page
        </Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Dialog>
  )
}
