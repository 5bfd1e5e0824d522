import { useQuery } from '@tanstack/react-query'

import { sentenceOf } from '../../api/call.ts'
import { fetchCourses, fetchDepartments, fetchInstitutions } from '../../forms/form-lists.ts'

/** Select options of the application dialog, loaded together when it opens. */
export function useDialogLists(institution: string | undefined) {
  return useQuery({
    queryKey: ['form lists', institution],
    queryFn: async ({ signal }) => {
      const [institutions, courses, departments] = await Promise.all([
        fetchInstitutions(signal),
        institution ? fetchCourses(institution, signal) : [],
        fetchDepartments(signal),
      ])
      return { institutions, courses, departments }
    },
    // Each load retries by itself, and an open form must not change.
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Loads reject with the form's sentence; the server's sentence is its cause.
    meta: { failed: ({ cause }) => sentenceOf(cause, 'Failed to load form data') },
  })
}
