// Frozen copies of the rules for search texts and names, from migration 0002 until 0029. The rules of the
// running version may change; what a migration has written may not.

/** The parts of an application in its search text. */
interface Searched {
  first_name: string
  middle_name: string | null
  last_name: string
  email: string
  referenceId: string
  phone_number: string
  institution: string | null
  course: string | null
  department: string | null
}

interface Rules {
  normalizeForSearch: (line: string) => string
  phoneLine: (typed: string) => string
}

/** The search text of an application. `institution`, `course` and `department` are names. */
export function searchText(application: Searched, rules: Rules) {
  const { first_name, middle_name, last_name, email, referenceId, phone_number } = application
  const lines = [
    [first_name, last_name, middle_name].filter(Boolean).join(' '),
    email,
    referenceId,
    rules.phoneLine(phone_number),
    `\u0001${application.institution ?? ''}`,
    `\u0002${application.course ?? ''}`,
    `\u0003${application.department ?? ''}`,
  ]
  return lines.map((line) => `${rules.normalizeForSearch(line)}\n`).join('')
}

export function normalizeForSearch(text: string) {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘ʼ`]/gu, '')
}

export function normalizeCase(text: string) {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

export function phoneLine(typed: string) {
  const digits = typed.replaceAll(/\D/g, '')
  const national = digits.replace(/^(?:00)?2540?/, '0')
  return national === digits ? digits : `${digits} ${national}`
}
