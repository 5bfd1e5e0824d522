import { inLanguage } from '../../../contract/content/items.ts'
import type { PublicItems } from '../../../contract/content/public-items.ts'
import { parseText } from '../../../contract/content/text.ts'
import { useLanguage } from '../../lib/language.tsx'
import { Parts } from '../rich-text.tsx'

/** Notices on top of every page. The server renders them apart from the pages. */
export function Notices({ notices }: { notices: PublicItems['notices'] }) {
  const { language, tServer } = useLanguage()
  if (notices.length === 0) return null
  return (
    <aside className="site-notices" aria-label={tServer('Notices')}>
      {notices.map((notice) => (
        <p
          key={notice.slug}
          data-tone={notice.tone}
          lang={language === 'sw' && !notice.text_sw ? 'en' : undefined}
        >
          <Parts parts={partsOf(inLanguage(notice, 'text', language))} />
        </p>
      ))}
    </aside>
  )
}

/** A notice is one line: its paragraphs and list entries follow each other. */
function partsOf(text: string) {
  const space = { kind: 'words', words: ' ' } as const
  return parseText(text)
    .flatMap((node) => (node.kind === 'list' ? node.items : [node.parts]))
    .flatMap((parts, i) => (i > 0 ? [space, ...parts] : parts))
}
