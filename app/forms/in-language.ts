import type { Department } from '../../contract/department.ts'
import { type Language, nameIn } from '../../contract/language/languages.ts'

/** Departments with their names in a language. */
export function inLanguage(
  departments: Pick<Department, '_id' | 'name' | 'name_sw'>[],
  language: Language,
) {
  return departments.map(({ _id, ...names }) => ({ _id, name: nameIn(language, names) }))
}
