import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { type Language, languageNames, languages } from '../../../../contract/language/languages.ts'
import { type LetterKind, letterKinds } from '../../../../contract/intake/letter-kinds.ts'
import { queryOf, request } from '../../../api/session.ts'
import { download } from '../../download.ts'
import { useAction } from '../../use-action.ts'
import { letterNames } from './letter-names.ts'
import { nameOf } from '../name-of.ts'
import { DownloadButton } from '../../download-button.tsx'

/** Buttons that download the letters of a confirmed place as PDF, as far as they can be made now. */
export function Letters({ application }: { application: Application }) {
  const query = { application: application._id, limit: 1, page: 1 }
  const found = useQuery(queryOf(['placements', query], api.placements.list, { query }))
  const state = found.data?.[0]?.state
  const kinds = letterKinds.filter((kind) =>
    kind === 'completion' ? state === 'ended' : state !== undefined && state !== 'broken_off',
  )
  return kinds.map((kind) => (
    <div key={kind} className="flex flex-wrap items-center gap-2">
      <span className="w-36">{letterNames[kind].one}</span>
      {languages.map((language) => (
        <LetterButton key={language} {...{ application, kind, language }} />
      ))}
    </div>
  ))
}

interface LetterButtonProps {
  application: Application
  kind: LetterKind
  language: Language
}

function LetterButton({ application, kind, language }: LetterButtonProps) {
  const { _id, referenceId } = application
  const { one } = letterNames[kind]
  const loading = useAction({
    do: async () =>
      download(
        await request(api.attachments.letter, { params: { _id }, query: { kind, language } }),
        `${kind}-${referenceId}-${language}.pdf`,
      ),
    done: `${one} downloaded`,
    failed: 'Failed to make the letter',
    applicantName: () => nameOf(application),
  })
  return (
    <DownloadButton
      aria-label={`${one} in ${languageNames[language]}`}
      disabled={loading.isPending}
      onClick={() => loading.mutate(undefined)}
    >
      {languageNames[language]}
    </DownloadButton>
  )
}
