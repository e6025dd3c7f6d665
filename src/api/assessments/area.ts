import type { DatasetIndex } from '../../store/dataset-index.ts'
import type { Dataset } from '../../store/dataset.ts'
import { defineArea } from '../define-area.ts'
import { assessments, assessmentTable } from './assessment.ts'
import { defineCreateAssessment, type Inventory } from './create-assessment.ts'
import type { Assessed } from './factory.ts'
import { getAssessment } from './get-assessment.ts'
import { defineListAssessments } from './list-assessments.ts'

/** The resources to assess: those of a sandbox, and those of a dataset. */
interface Subjects {
  readonly inventory: Inventory
  readonly index: (dataset: Dataset) => Pick<DatasetIndex<Assessed>, 'source'>
}

/** Security assessments. @param subjects the resources to assess */
export const defineAssessmentsArea = ({ inventory, index }: Subjects) =>
  defineArea({
    name: 'assessments',
    section: '4.1',
    description: 'Security assessments: create, read and list (§4.1).',
    columns: ['id', 'resource_id', 'resource_type', 'status', 'score'],
    operations: [getAssessment, defineCreateAssessment(inventory), defineListAssessments(inventory)],
    states: [assessments],
    table: assessmentTable,
    admin: async () => (await import('./admin.ts')).defineAssessmentAdmin(inventory),
    hasLifecycle: true,
    generate: async (dataset, seed, count) => {
      const { generateAssessments } = await import('./generate.ts')
      const { source } = index(dataset)
      const rows = generateAssessments(seed, count, source.record)
      assessmentTable.load(dataset, rows, `derived ${assessmentTable.definition.file}`)
    },
  })
