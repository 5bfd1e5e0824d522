import { useQuery } from '@tanstack/react-query'
import { ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { declineReasons } from '../../../contract/application/decline-reasons.ts'
import { languageNames, languages } from '../../../contract/language/languages.ts'
import {
  messageDeclarations,
  messageKinds,
  type MessageSample,
} from '../../../contract/message/message.ts'
import { queryOf } from '../../api/session.ts'
import { Select } from '../../ui/input.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { MessagePreview } from '../activity/message-preview.tsx'
import { LoadState } from '../load-failure.tsx'
import { count } from './money.ts'

/** Samples of all kinds of messages, for a made-up applicant. */
export function Samples({ hasSms }: { hasSms: boolean }) {
  const query = useQuery(queryOf(['messages', 'samples'], api.messages.samples))
  const { data } = query
  return (
    <section className="pt-4">
      <h2 className="text-lg">Message texts</h2>
      <p className="mt-1 text-sm text-muted">
        Examples. Applicants get them in the language of their application.
      </p>
      <LoadState
        query={query}
        failure="Failed to fetch the texts"
        className="mt-3"
        skeleton="h-60"
      />
      {data ? (
        <Tabs defaultValue="en" className="mt-3 max-w-2xl">
          <TabsList aria-label="Language">
            {languages.map((language) => (
              <TabsTrigger key={language} value={language}>
                {languageNames[language]}
              </TabsTrigger>
            ))}
          </TabsList>
          {languages.map((language) => (
            <TabsContent key={language} value={language} lang={language} className="mt-3">
              {messageKinds.map((kind) => (
                <Sample
                  key={kind}
                  name={messageDeclarations[kind].label}
                  samples={data.filter((one) => one.language === language && one.kind === kind)}
                  hasSms={hasSms}
                />
              ))}
            </TabsContent>
          ))}
        </Tabs>
      ) : null}
    </section>
  )
}

interface SampleProps {
  name: string
  samples: MessageSample[]
  hasSms: boolean
}

/** Sample of one kind of message. The decline message uses the chosen decline reason. */
function Sample({ name, samples, hasSms }: SampleProps) {
  const [chosen, setChosen] = useState(0)
  const sample = samples[chosen]
  if (!sample) return null
  return (
    <details className="group border-b border-line py-1">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold" lang="en">
        <ChevronRightIcon
          aria-hidden="true"
          className="size-5 shrink-0 text-lagoon-800 group-open:rotate-90"
        />
        {name}
      </summary>
      <div className="space-y-2 pb-3">
        {samples.length > 1 ? (
          <Select
            aria-label="Reason"
            lang="en"
            value={chosen}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {samples.map(({ reason }, index) => (
              <option key={reason} value={index}>
                {reason && declineReasons[reason]}
              </option>
            ))}
          </Select>
        ) : null}
        <MessagePreview subject={sample.subject} text={sample.text} />
        {hasSms ? (
          <>
            <p className="text-sm text-muted" lang="en">
              The SMS, {count(sample.sms.parts, 'part', 'parts')}:
            </p>
            <MessagePreview subject="" text={sample.sms.text} />
          </>
        ) : null}
      </div>
    </details>
  )
}
