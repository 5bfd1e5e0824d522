import { useQuery } from '@tanstack/react-query'

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
    meta: { failed: 'Failed to load form data' },
  })
}
