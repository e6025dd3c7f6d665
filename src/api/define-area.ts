import type { Profile } from '../assumptions/register.ts'
import type { Operation, OperationDefinition } from '../http/operation.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Notice } from '../notifications/delivery.ts'
import type { IdKind } from '../random/ids.ts'
import type { AreaState } from '../sandbox/area-state.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { DatasetIndex } from '../store/dataset-index.ts'
import type { Dataset, Table } from '../store/dataset.ts'
import type { CapturedArea } from './captured.ts'

/** The table of an area, without the type of its records. */
export interface AreaTable extends Pick<Table<object>, 'load' | 'loadLater' | 'check'> {
  readonly definition: Pick<Table<object>['definition'], 'file' | 'record' | 'documented'> & {
    readonly ids?: Readonly<Record<string, { readonly kind: (profile: Profile) => IdKind }>>
  }
  readonly index: (dataset: Dataset) => Pick<DatasetIndex<object>, 'records'>
}

/** One kind of record of the API, with everything that the fake knows of it. */
export interface Area<
  Name extends string = string,
  HasLifecycle extends boolean = boolean,
  Id extends string = string,
  Permission extends string = string,
> {
  /** The plural of its records: what the control plane, scenarios and fixtures call them (`jobs`). */
  readonly name: Name
  /** Section of the document: it decides the order of the operations. */
  readonly section: string
  readonly description: string
  /** The fields of its records that a table in a terminal has (`id`). */
  readonly columns?: readonly string[]
  readonly operations: readonly Operation<Id, Permission>[]
  readonly states: readonly AreaState[]
  /** Notifies of a change of one of its records that is due (nothing). */
  readonly notify?: (sandbox: Sandbox, notice: Notice) => void
  readonly table: AreaTable
  /** Loads the code that changes its records for the control plane: most starts need none of it. */
  readonly admin: () => Promise<RecordAdmin>
  /** Loads the code that reads its records from the answers of a service (they cannot be captured). */
  readonly captured?: () => Promise<CapturedArea>
  /** Its records take time: the lifecycle of new ones is a setting that scenarios change. */
  readonly hasLifecycle: HasLifecycle
  /** Fills its table with the records of a generated inventory, by code that most starts need not load (none). */
  readonly generate?: (dataset: Dataset, seed: number, count: number) => Promise<void>
}

export function defineArea<
  const Name extends string,
  const HasLifecycle extends boolean,
  const Id extends string,
  const Permission extends string,
>({
  operations,
  ...area
}: Omit<Area<Name, HasLifecycle>, 'operations'> & {
  readonly operations: readonly OperationDefinition<Id, Permission>[]
}): Area<Name, HasLifecycle, Id, Permission> {
  return { ...area, operations: operations.map((operation) => ({ ...operation, area: area.name })) }
}

export function lifecycleSettingOf({ operation, settings }: Pick<RequestContext, 'operation' | 'settings'>) {
  const area = operation?.area ?? ''
  const setting = settings.lifecycles[area]
  if (setting === undefined) throw new Error(`the area ${area} declares no lifecycle`)
  return setting
}
