import { plainText } from '../../contract/content/text.ts'
import {
  declarationOf,
  fieldsOf,
  fixedItemOf,
  type AnyFields,
  type ItemName,
} from '../../contract/content/items.ts'
import { nameKey, normalizeForSearch } from './normalize.ts'
import type { Tables } from './tables.ts'

/**
 * Computes columns from a record: the keys of unique names, and the normalized text for searches. The name
 * is the first line of this text, so that lists are sorted by it. The application computes the columns, so
 * that SQLite and PostgreSQL compare in the same way.
 */
export const derivedColumns = {
  departments: ({ name, code, headOfDepartment, description }: Department) => ({
    nameKey: nameKey(name),
    codeKey: nameKey(code),
    headKey: normalizeForSearch(headOfDepartment ?? ''),
    searchText: searchLines(name, code, headOfDepartment, description),
  }),
  institutions: ({ name, county }: Pick<Tables['institutions'], 'name' | 'county'>) => ({
    nameKey: nameKey(name),
    // A search for courses looks only in the line of the name.
    searchText: searchLines(name, county),
  }),
  courses: ({ name }: Pick<Tables['courses'], 'name'>) => ({
    nameKey: nameKey(name),
    searchText: searchLines(name),
  }),
  users: ({ name, email }: Pick<Tables['users'], 'name' | 'email'>) => ({
    searchText: searchLines(name, email),
  }),
  former_users: ({ name }: Pick<Tables['former_users'], 'name'>) => ({
    searchText: searchLines(name),
  }),
  intakes: ({ name, name_sw }: Pick<Tables['intakes'], 'name' | 'name_sw'>) => ({
    nameKey: nameKey(name),
    searchText: searchLines(name, name_sw),
  }),
  content: ({ fields, ...item }: ContentFields) => {
    const { collection, slug } = item
    const title = fixedItemOf(item)?.label ?? fields[declarationOf(collection).title]
    const name = (typeof title === 'string' && plainText(title).slice(0, longestName)) || slug
    const texts = fieldsOf(item)
      .flatMap(([key, { kind }]) => (kind === 'choice' ? [] : fields[key]))
      .filter((value) => typeof value === 'string')
    return { name, searchText: searchLines(name, [slug, ...texts].join(' ')) }
  },
}

/** The sort keys of names that applicants have typed because the list lacks them. */
export function typedNameKeys({
  institution_name,
  course_name,
}: Pick<Tables['attachments'], 'institution_name' | 'course_name'>) {
  return {
    institutionKey: institution_name && normalizeForSearch(institution_name),
    courseKey: course_name && normalizeForSearch(course_name),
  }
}

function searchLines(...texts: (string | null)[]) {
  return texts
    .filter(Boolean)
    .map((text) => normalizeForSearch(text!))
    .join('\n')
}

type Department = Pick<Tables['departments'], 'name' | 'code' | 'headOfDepartment' | 'description'>

interface ContentFields extends ItemName {
  fields: AnyFields
}

/** In UTF-16 code units. */
const longestName = 200
