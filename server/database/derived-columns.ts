import { plainText } from '../../contract/content/text.ts'
import { declarationOf, type AnyFields } from '../../contract/content/items.ts'
import { normalizeForSearch } from './search-text.ts'
import type { Tables } from './tables.ts'

/** Case folding: equal for texts that differ only in case, in any alphabet. */
export function normalizeCase(text: string) {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

/**
 * Computes columns from a record: the keys of unique names, and the normalized text for searches.
 * The application computes them, so that SQLite and PostgreSQL compare in the same way.
 */
export const derivedColumns = {
  departments: ({ name, code, headOfDepartment, description }: Department) => ({
    nameKey: normalizeCase(name),
    codeKey: normalizeCase(code),
    searchText: normalizeForSearch(
      [name, code, headOfDepartment, description].filter(Boolean).join(' '),
    ),
  }),
  institutions: ({ name, county }: Pick<Tables['institutions'], 'name' | 'county'>) => ({
    nameKey: normalizeCase(name),
    // The name has its own line, because a search for courses looks only in this line.
    searchText: `${normalizeForSearch(name)}\n${normalizeForSearch(county)}`,
  }),
  courses: ({ name }: Pick<Tables['courses'], 'name'>) => ({
    nameKey: normalizeCase(name),
    searchText: normalizeForSearch(name),
  }),
  attachments: ({ institution_name, course_name }: TypedNames) => ({
    institutionKey: institution_name && normalizeCase(institution_name),
    courseKey: course_name && normalizeCase(course_name),
  }),
  users: ({ name, email }: Pick<Tables['users'], 'name' | 'email'>) => ({
    searchText: normalizeForSearch(`${name} ${email}`),
  }),
  intakes: ({ name, name_sw }: Pick<Tables['intakes'], 'name' | 'name_sw'>) => ({
    nameKey: normalizeCase(name),
    searchText: normalizeForSearch([name, name_sw].filter(Boolean).join(' ')),
  }),
  content: ({ collection, slug, fields }: ContentFields) => {
    const title = fields[declarationOf(collection).title]
    return {
      name: (typeof title === 'string' && plainText(title).slice(0, longestName)) || slug,
      searchText: normalizeForSearch(
        [slug, ...Object.values(fields).flat()]
          .filter((value) => typeof value === 'string')
          .join(' '),
      ),
    }
  },
}

type TypedNames = Pick<Tables['attachments'], 'institution_name' | 'course_name'>

type Department = Pick<Tables['departments'], 'name' | 'code' | 'headOfDepartment' | 'description'>

interface ContentFields extends Pick<Tables['content'], 'collection' | 'slug'> {
  fields: AnyFields
}

/** In UTF-16 code units. */
const longestName = 200
