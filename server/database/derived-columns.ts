import { fold } from './search-text.ts'
import type { Tables } from './tables.ts'

/** The same for texts that differ in nothing but case, whatever the alphabet. */
export function caseless(text: string) {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

/**
 * What is kept beside a record so that both engines compare it alike: keys by which names are
 * unique, and the text in which a search looks, folded.
 */
export const keysOf = {
  departments: ({ name, code, headOfDepartment, description }: Department) => ({
    nameKey: caseless(name),
    codeKey: caseless(code),
    searchText: fold([name, code, headOfDepartment, description].filter(Boolean).join(' ')),
  }),
  institutions: ({ name, county }: Pick<Tables['institutions'], 'name' | 'county'>) => ({
    nameKey: caseless(name),
    // The name in a line of its own, because courses are found by it.
    searchText: `${fold(name)}\n${fold(county)}`,
  }),
  courses: ({ name }: Pick<Tables['courses'], 'name'>) => ({
    nameKey: caseless(name),
    searchText: fold(name),
  }),
  users: ({ name, email }: Pick<Tables['users'], 'name' | 'email'>) => ({
    searchText: fold(`${name} ${email}`),
  }),
}

type Department = Pick<Tables['departments'], 'name' | 'code' | 'headOfDepartment' | 'description'>
