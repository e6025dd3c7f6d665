import type { DatasetIndex } from '../../store/dataset-index.ts'
import type { Dataset } from '../../store/dataset.ts'
import { defineArea } from '../define-area.ts'
import { assessments, assessmentTable } from './assessment.ts'
import { defineCreateAssessment, type Inventory } from './create-assessment.ts'
import type { Assessed } from './factory.ts'
import { getAssessment, defineListAssessments } from './reads.ts'

/** The resources to assess: those of a sandbox, and those of a dataset. */
interface Subjects {
  readonly inventory: Inventory
  readonly index: (dataset: Dataset) => Pick<DatasetIndex<Assessed>, 'records'>
}

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
    generate: async (dataset, seed) => {
      const { generateAssessments } = await import('./factory.ts')
      assessmentTable.put(dataset, generateAssessments(seed, index(dataset).records))
    },
  })
