import type { ReactNode } from 'react'

/** A term and its description, inside a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm wrap-anywhere text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
