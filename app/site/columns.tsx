/** Text in several columns on wide screens. */
export function Columns({ paragraphs }: { paragraphs: string[] }) {
  return (
    <div className="mt-6 gap-x-12 space-y-4 text-lg @5xl:columns-2">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
