import type { ReactNode } from 'react'

import type { Application } from '../../../contract/application.ts'
import { isWebAddress } from '../../../contract/fields.ts'
import { languageNames } from '../../../contract/languages.ts'
import { formatDate } from '../../lib/format.ts'
import { DateTime } from '../date-time.tsx'
import { applicationLabels } from './labels.ts'

type Name = keyof Application & keyof typeof applicationLabels

const groups: [title: string, names: Name[]][] = [
  [
    'Personal',
    [
      'first_name',
      'middle_name',
      'last_name',
      'gender',
      'date_of_birth',
      'email',
      'phone_number',
      'residential_location',
      'language',
    ],
  ],
  [
    'Academic',
    ['institution', 'course', 'year_of_study', 'expected_graduation_date', 'department'],
  ],
  ['Documents and links', ['resume_url', 'cover_letter_url', 'linkedin_url', 'github_url']],
  ['Availability', ['available_start_date', 'can_attend_onsite']],
  [
    'Statements',
    ['about_yourself', 'community_engagement_statement', 'understanding_of_swahilipot'],
  ],
  ['Agreements', ['agree_terms', 'agree_communications']],
]

const statements = new Set<Name>([
  'about_yourself',
  'community_engagement_statement',
  'understanding_of_swahilipot',
])

/** All that an applicant has answered. */
export function Answers({ of }: { of: Application }) {
  return (
    <div className="space-y-5">
      {groups.map(([title, names]) => (
        <section key={title}>
          <h3 className="text-lg">{title}</h3>
          <dl className="mt-1 divide-y divide-sand-200 text-sm">
            {names.map((name) => (
              <div
                key={name}
                className={
                  statements.has(name)
                    ? 'py-2'
                    : 'flex flex-wrap gap-x-3 py-1.5 [&>dd]:min-w-0 [&>dd]:flex-1 [&>dd]:basis-36 [&>dt]:w-30 sm:[&>dt]:w-40'
                }
              >
                <dt className="text-muted">{applicationLabels[name]}</dt>
                <dd dir="auto" className="whitespace-pre-line">
                  {name === 'language' ? languageNames[of.language] : answer(name, of[name])}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3 className="text-lg">Consent</h3>
        {of.consent ? (
          <p className="mt-1 text-sm">
            Given <DateTime of={of.consent.agreedAt} />, by sending under these words: “
            {of.consent.wording}”
          </p>
        ) : (
          <p className="mt-1 text-sm text-muted">
            None recorded: the application was added by staff or from older records.
          </p>
        )}
      </section>
      <p className="text-sm text-muted">
        Received <DateTime of={of.createdAt} />, last changed <DateTime of={of.updatedAt} />
      </p>
    </div>
  )
}

function answer(name: Name, value: Application[Name]): ReactNode {
  if (value === null || value === '') return <span className="text-muted">{nothing(name)}</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return value.name
  if (name === 'email')
    return (
      <a className="link" href={`mailto:${value.replaceAll(/[?&%#,;]/g, encodeURIComponent)}`}>
        {value}
      </a>
    )
  if (name === 'phone_number')
    return (
      <a className="link" href={`tel:${value.replaceAll(/[^\d+]/g, '')}`}>
        {value}
      </a>
    )
  if (name.endsWith('_url')) return <Outside address={value} />
  return name.includes('date') ? formatDate(value) : value
}

/** An applicant's link: in a new tab, which learns nothing of this one. Anything but the web is text. */
function Outside({ address }: { address: string }) {
  if (!isWebAddress(address)) return address
  return (
    <a className="link wrap-anywhere" href={address} target="_blank" rel="noopener noreferrer">
      {address}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

function nothing(name: Name) {
  return ['institution', 'course', 'department'].includes(name) ? 'N/A' : 'not given'
}
