import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffAnswer, StaffQueryInput } from '../../contract/staffEndpoints.ts';
import { BEST_MARK } from '../../contract/staffLimits.ts';
import type { StaffPhoto } from '../../contract/staffPhotoEndpoints.ts';
import { useStaffCall, useStaffKey } from '../useStaff.tsx';

export type StaffPhotoFilter = Omit<StaffQueryInput<'getStaffPhotos'>, 'cursor'>;
type Pages = InfiniteData<StaffAnswer<'getStaffPhotos'>, string | undefined>;

/** What a mark changes of a photo. */
export type MarkChange = { readonly stars: number } | { readonly is_best: boolean };

const changed = (row: StaffPhoto, change: MarkChange): StaffPhoto =>
  'stars' in change
    ? { ...row, stars: change.stars }
    : { ...row, photo: { ...row.photo, option: change.is_best ? (row.photo.option ?? BEST_MARK) : null } };

/** Photos of an event by pages. They keep their places while staff mark them. */
export function useStaffPhotos(filter: StaffPhotoFilter, onFailure: (error: unknown) => void) {
  const call = useStaffCall();
  const queryClient = useQueryClient();
  const queryKey = useStaffKey('getStaffPhotos', { query: filter });
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => call('getStaffPhotos', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const change = (mediaUrl: string, next: (row: StaffPhoto) => StaffPhoto) =>
    queryClient.setQueryData<Pages>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            list: page.list.map((row) => (row.photo.media_url === mediaUrl ? next(row) : row)),
          })),
        },
    );
  const marking = useMutation({
    // One after the other: of two marks of one photo the later one stays.
    scope: { id: 'staff-photo-marks' },
    mutationFn: ({ mediaUrl: media_url, mark }: { readonly mediaUrl: string; readonly mark: MarkChange }) =>
      'stars' in mark
        ? call('putStaffStars', { body: { media_url, ...mark } })
        : call('putStaffBestShot', { body: { media_url, ...mark } }),
    onMutate: ({ mediaUrl, mark }) => {
      change(mediaUrl, (row) => changed(row, mark));
    },
    onError: (error) => {
      onFailure(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    query,
    rows: query.data?.pages.flatMap(({ list }) => list) ?? [],
    mark: ({ photo }: StaffPhoto, mark: MarkChange) => marking.mutate({ mediaUrl: photo.media_url, mark }),
    /** Shows what was saved of photos elsewhere. */
    change,
  };
}
export type ChangePhoto = ReturnType<typeof useStaffPhotos>['change'];
