/** Ids of the institution, course and department that an applicant chooses. */
export interface Choices {
  institution: string
  course: string
  department: string
}

/** A complete application as the public form sends it. */
export function submission(choices: Choices, changes: Record<string, unknown> = {}) {
  return {
    first_name: 'Zawadi',
    middle_name: 'Mwanajuma',
    last_name: "Ng'ang'a",
    phone_number: '0712 345 678',
    email: 'zawadi@example.org',
    gender: 'Female',
    date_of_birth: '2003-03-27',
    residential_location: 'Old Town, Mombasa',
    ...choices,
    year_of_study: 'Year 3',
    expected_graduation_date: '2027-12-12',
    available_start_date: '2026-01-05',
    can_attend_onsite: true,
    about_yourself: 'I repair radios.\nI also build small websites.',
    community_engagement_statement: 'I lead a beach clean-up every month.',
    understanding_of_swahilipot: 'One roof for young people with ideas.',
    linkedin_url: 'https://linkedin.example.com/in/zawadi',
    github_url: 'https://github.example.com/zawadi',
    resume_url: 'https://files.example.com/cv/zawadi.pdf',
    cover_letter_url: 'https://files.example.com/letters/zawadi.pdf',
    agree_terms: true,
    agree_communications: false,
    ...changes,
  }
}

let people = 0

/** Answers by which an applicant is not the same person as any other one. */
export function anotherPerson() {
  const number = ++people
  return {
    email: `person${number}@example.org`,
    phone_number: `07${String(90_000_000 + number)}`,
    date_of_birth: new Date(Date.UTC(1990, 0, number)).toISOString().slice(0, 10),
  }
}

/** The request of a browser without JavaScript that sends a form, for app.inject. */
export function formTo(url: string, fields: object) {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields }).toString(),
  } as const
}

/** A file of a form; without a name, the control has no file. */
export interface FormFile {
  name?: string
  bytes?: Buffer<ArrayBuffer>
}

/** The request of a browser that sends a form with files, for app.inject. */
export async function multipartTo(
  url: string,
  entries: readonly (readonly [control: string, value: string | FormFile])[],
) {
  const form = new FormData()
  for (const [control, value] of entries) {
    if (typeof value === 'string') form.append(control, value)
    else form.append(control, new Blob([value.bytes ?? '']), value.name ?? '')
  }
  const body = new Response(form)
  return {
    method: 'POST',
    url,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  } as const
}
