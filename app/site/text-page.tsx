import type { ReactNode } from 'react'
import type { TextBlock, TextSection } from '../../content/types.ts'
import { Caret } from './motifs.tsx'
import { BulletList } from './page-parts.tsx'

interface Props {
  sections: TextSection[]
  /** Title of the table of contents. */
  contents: string
  /** Content above the table of contents; `children` follow the last section. */
  before?: ReactNode
  children?: ReactNode
}

/** Long text with a table of contents: beside it on wide screens, collapsed above it on others. */
export function TextPage({ sections, contents, before, children }: Props) {
  return (
    <div className="wrap grid grid-cols-1 gap-x-14 gap-y-8 py-10 @5xl:grid-cols-[17rem_1fr] @5xl:py-16">
      <div>
        <div className="@5xl:sticky @5xl:top-24">
          {before}
          <details className="group mt-4 rounded-md border-2 border-lagoon-800 bg-white @5xl:hidden print:hidden">
            <summary className="flex items-center justify-between p-4 font-semibold">
              {contents}
              <Caret />
            </summary>
            <Contents sections={sections} name={contents} />
          </details>
          <div className="mt-4 hidden border-l-4 border-coral-500 @5xl:block">
            <p className="px-4 font-display text-xl font-bold">{contents}</p>
            <Contents sections={sections} name={contents} />
          </div>
        </div>
      </div>
      <div className="max-w-2xl min-w-0">
        {sections.map(({ id, title, blocks }) => (
          <section key={id} id={id} className="mb-10">
            <h2 className="text-2xl">{title}</h2>
            {blocks.map((block) => (
              <Block key={JSON.stringify(block)} block={block} />
            ))}
          </section>
        ))}
        {children}
      </div>
    </div>
  )
}

function Contents({ sections, name }: { sections: TextSection[]; name: string }) {
  return (
    <nav aria-label={name} className="px-4 pb-3">
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className="link inline-flex min-h-11 items-center" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Block({ block }: { block: TextBlock }) {
  if (typeof block === 'string') return <p className="mt-3">{block}</p>
  if ('list' in block) return <BulletList items={block.list} />
  return (
    <table className="mt-4 w-full border-collapse border-y-2 border-lagoon-800">
      <tbody>
        {block.weights.map(({ criterion, points }) => (
          <tr key={criterion} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
              {criterion}
            </th>
            <td className="py-2 text-right font-semibold">{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
