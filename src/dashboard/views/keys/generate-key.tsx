import { useState } from 'preact/hooks'

import type { CreatedKey } from '../../../control/endpoints/keys.ts'
import { chooseKey, chosenKeyId, forgetKey } from '../../state/api-key.ts'
import { change } from '../../state/ask.ts'
import { bodySchema, useControlDocument } from '../../state/openapi.ts'
import { go } from '../../state/route.ts'
import { say } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import { numberOf } from '../../ui/format.ts'
import { Refused } from '../../ui/view.tsx'

/** Generates a key, and shows its secret once (§5). */
export function GenerateKey({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey>()
  if (created === undefined) return <KeyForm onClose={onClose} onCreated={setCreated} />
  const finish = (): void => {
    onClose()
    go('keys', created.id)
  }
  return <Secret created={created} onDone={finish} />
}

interface KeyFormProps {
  readonly onClose: () => void
  readonly onCreated: (key: CreatedKey) => void
}

function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const [name, setName] = useState('')
  const [quota, setQuota] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const refusal = useRefusal(['name', 'quota'])
  const schema = bodySchema(useControlDocument(), 'post', '/keys')
  const names = (schema?.properties?.['permissions']?.items?.enum ?? []).map(String)
  const submit = (): Promise<boolean> =>
    refusal.attempt(async () => {
      const body = {
        name,
        ...(chosen === undefined ? {} : { permissions: names.filter((permission) => chosen.has(permission)) }),
        ...(quota === '' ? {} : { quota: numberOf(quota) }),
      }
      onCreated(await change<CreatedKey>('POST', '/keys', { body }))
    })
  return (
    <Dialog title="Generate key" onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          placeholder="checkout"
          error={refusal.of('name')}
          required
        />
        <PermissionChoices names={names} chosen={chosen} onChange={setChosen} />
        <TextField
          label="Quota"
          kind="number"
          value={quota}
          onInput={setQuota}
          hint="Requests an hour. Empty: the usual quota."
          error={refusal.of('quota')}
        />
        <Refused text={refusal.elsewhere} />
        <FormButtons verb="Generate key" onCancel={onClose} />
      </Form>
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
      {chosen === undefined
        ? null
        : names.map((permission) => (
            <Choice
              key={permission}
              label={<code>{permission}</code>}
              checked={chosen.has(permission)}
              onChange={(on) => onChange(toggled(chosen, permission, on))}
            />
          ))}
    </fieldset>
  )
}

function toggled(names: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  return new Set([...names].filter((other) => other !== name).concat(on ? [name] : []))
}

interface SecretProps {
  readonly created: CreatedKey
  readonly onDone: () => void
}

/** A slip of Escape would lose the secret: only its button closes this dialog. */
function Secret({ created: { id, name, secret }, onDone }: SecretProps) {
  const isUsed = chosenKeyId.value === id
  const toggle = (): void => {
    if (isUsed) forgetKey()
    else chooseKey(secret, id)
    say(isUsed ? 'This page uses the usual key again.' : 'Requests that you send from this page use the key now.')
  }
  return (
    <Dialog title={`Key ${name} generated`}>
      <p>Copy the secret now. Nothing shows it again.</p>
      <output class="secret mono" aria-label="Secret">
        {secret}
      </output>
      <footer>
        <Button icon={isUsed ? 'check' : undefined} pressed={isUsed} onClick={toggle}>
          Use on this page
        </Button>
        <Button icon="copy" onClick={() => copy(secret)}>
          Copy secret
        </Button>
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </footer>
    </Dialog>
  )
}
