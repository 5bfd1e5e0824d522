import { createElement, Fragment, type ReactNode } from 'react'
import { parseText, type TextNode, type TextPart } from '../../contract/content/text.ts'
import { cn } from '../lib/cn.ts'

interface RichTextProps {
  text: string
  /** Classes of each paragraph and list. */
  className?: string | null
}

/** A text that staff have written: paragraphs, lists, bold and links. */
export function RichText({ text, className = 'mt-3' }: RichTextProps) {
  return inOrder(parseText(text), (node: TextNode) =>
    node.kind === 'paragraph' ? (
      <p className={className ?? undefined}>
        <Parts parts={node.parts} />
      </p>
    ) : (
      <ul className={cn(className, 'list-disc space-y-1.5 pl-5 marker:text-coral-500')}>
        {inOrder(node.items, (parts) => (
          <li>
            <Parts parts={parts} />
          </li>
        ))}
      </ul>
    ),
  )
}

/** The parts of one line. */
export function Parts({ parts }: { parts: TextPart[] }) {
  return inOrder(parts, (part) => {
    if (part.kind === 'words') return part.words
    if (part.kind === 'bold') {
      return (
        <b>
          <Parts parts={part.parts} />
        </b>
      )
    }
    return (
      <a className="link" href={part.href}>
        {part.words}
      </a>
    )
  })
}

/** Elements without keys: a text never changes while a page shows it, and its lines may be equal. */
function inOrder<T>(all: readonly T[], render: (one: T) => ReactNode) {
  return createElement(Fragment, null, ...all.map(render))
}
