/** Views of the applications list. The dashboard's links open the view 'all'. */
const views = {
  active: {
    name: 'active',
    title: 'Industrial Attachment Applications',
    count: 'active',
    empty: 'No industrial attachment applications found.',
    query: { view: 'active' },
  },
  archived: {
    name: 'archived',
    title: 'Archived Applications',
    count: 'archived',
    empty: 'No archived applications found.',
    query: { view: 'archived' },
  },
  all: {
    name: 'all',
    title: 'All Applications',
    count: 'total',
    empty: 'No industrial attachment applications found.',
    query: { includeArchived: 'true' },
  },
} as const

export type View = (typeof views)[keyof typeof views]

/** The view with a name from the URL, or the active view if there is none. */
export function viewOf(name: string): View {
  return name === 'archived' || name === 'all' ? views[name] : views.active
}
