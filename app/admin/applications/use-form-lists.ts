import { useQuery } from '@tanstack/react-query'

import { sentenceOf } from '../../api/call.ts'
import { fetchCourses, fetchDepartments, fetchInstitutions } from '../../forms/form-lists.ts'

export type FormLists = NonNullable<ReturnType<typeof useFormLists>['data']>

/** What can be chosen in the form of an application, loaded all at once as it opens. */
export function useFormLists(institution: string | undefined) {
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
    // The loads try again by themselves, and a form does not change under the hands.
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // What each load rejects with is the form's own sentence; the server's is its cause.
    meta: { failed: ({ cause }) => sentenceOf(cause, 'Failed to load form data') },
  })
}
