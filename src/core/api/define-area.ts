import type { Profile } from '../assumptions/register.ts'
import type { Operation, OperationDefinition, RequestContext } from '../http/types.ts'
import { cacheJson } from '../lib/json-text.ts'
import { memoizeByObject } from '../lib/lazily.ts'
import type { IdKind } from '../random/ids.ts'
import type { AreaCollection, SandboxArea } from '../sandbox/area-state.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { DatasetIndex } from '../store/dataset-index.ts'
import type { Dataset, Table } from '../store/dataset.ts'

/** The table of an area, without the type of its records. */
export interface AreaTable extends Pick<Table<object>, 'load' | 'loadLater' | 'check'> {
  readonly definition: Pick<Table<object>['definition'], 'file' | 'record' | 'documented'> & {
    readonly ids?: Readonly<Record<string, { readonly kind: (profile: Profile) => IdKind }>>
  }
  readonly index: (dataset: Dataset) => Pick<DatasetIndex<object>, 'records'>
}

/** Declares one kind of record of the API. */
export interface Area<
  Name extends string = string,
  HasLifecycle extends boolean = boolean,
  Id extends string = string,
  Permission extends string = string,
> extends SandboxArea {
  /** The plural name of the records in the control plane, scenarios and fixtures (`jobs`). */
  readonly name: Name
  /** Section of the document, which orders the operations. */
  readonly section: string
  readonly description: string
  /** The columns of a table in a terminal (`id`). */
  readonly columns?: readonly string[]
  readonly operations: readonly Operation<Id, Permission>[]
  readonly table: AreaTable
  /** Loads the code with which the control plane changes records. Most starts do not need it. */
  readonly admin: () => Promise<RecordAdmin>
  /** True if records take time to complete. Scenarios change the lifecycle of new records. */
  readonly hasLifecycle: HasLifecycle
  /** Generates records (none). */
  readonly generate: ((dataset: Dataset, seed: number, count: number) => Promise<void>) | undefined
}

export function defineArea<
  const Name extends string,
  const HasLifecycle extends boolean,
  const Id extends string,
  const Permission extends string,
  R extends object,
>({
  operations,
  collection,
  generate,
  ...area
}: Omit<Area<Name, HasLifecycle>, 'operations' | 'storage' | 'table' | 'generate'> & {
  readonly operations: readonly OperationDefinition<Id, Permission>[]
  readonly collection: AreaCollection<R>
  readonly generate?: (dataset: Dataset, seed: number, count: number) => Promise<readonly R[]>
}): Area<Name, HasLifecycle, Id, Permission> {
  const { table } = collection
  return {
    ...area,
    storage: collection,
    table,
    generate: generate && (async (dataset, ...drawn) => table.put(dataset, await generate(dataset, ...drawn))),
    operations: operations.map((operation) => ({ ...operation, area: area.name })),
  }
}

export function lifecycleSettingOf({ operation, settings }: Pick<RequestContext, 'operation' | 'settings'>) {
  const area = operation?.area ?? ''
  const setting = settings.lifecycles[area]
  if (setting === undefined) throw new Error(`the area ${area} declares no lifecycle`)
  return setting
}

/** Writes records as the JSON text of answers, each once for a combination of choices. */
export function cacheTexts<R extends object>(
  { table }: AreaCollection<R>,
  toAnswer: (record: R, choices: Profile) => object,
): (choices: Profile) => (record: R) => string {
  return memoizeByObject((choices) => cacheJson((record) => table.text(record, toAnswer(record, choices))))
}
