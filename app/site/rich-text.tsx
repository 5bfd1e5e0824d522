import { parseText, type TextPart } from '../../contract/content/text.ts'
import { cn } from '../lib/cn.ts'

/** A text that staff have written: paragraphs, lists, bold and links. */
export function RichText({ text, className = 'mt-3' }: { text: string; className?: string }) {
  return parseText(text).map((node, i) =>
    node.kind === 'paragraph' ? (
      <p key={i} className={className}>
        <Parts parts={node.parts} />
      </p>
    ) : (
      <ul key={i} className={cn(className, 'list-disc space-y-1.5 pl-5 marker:text-coral-500')}>
        {node.items.map((parts, j) => (
          <li key={j}>
            <Parts parts={parts} />
          </li>
        ))}
      </ul>
    ),
  )
}

/** A text on one line, such as a notice. */
export function Parts({ parts }: { parts: TextPart[] }) {
  return parts.map((part, i) => {
    switch (part.kind) {
      case 'words':
        return part.words
      case 'bold':
        return (
          <b key={i}>
            <Parts parts={part.parts} />
          </b>
        )
      case 'link':
        return (
          <a key={i} className="link" href={part.href}>
            {part.words}
          </a>
        )
    }
  })
}
