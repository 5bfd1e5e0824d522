import { Link } from 'react-router'

import {
  collectionNames,
  collections,
  type CollectionName,
} from '../../../contract/content/collections.ts'
import { cn } from '../../lib/cn.ts'

export function CollectionLinks({ shown }: { shown: CollectionName }) {
  return (
    <nav aria-label="Collections">
      <ul className="flex flex-wrap gap-1">
        {collectionNames.map((name) => (
          <li key={name}>
            <Link
              to={name === 'events' ? '/admin/website' : `/admin/website?view=${name}`}
              aria-current={name === shown ? 'page' : undefined}
              className={cn(
                'inline-flex min-h-9 items-center rounded-full border px-2 text-sm font-semibold max-lg:min-h-11 forced-colors:aria-[current]:underline',
                name === shown
                  ? 'border-lagoon-800 bg-lagoon-800 text-white'
                  : 'border-lagoon-700 bg-white text-lagoon-900 hover:bg-lagoon-100',
              )}
            >
              {collections[name].label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The collection with a name from the URL, or the first one. */
export function collectionOf(name: string): CollectionName {
  return collectionNames.find((known) => known === name) ?? 'events'
}
