/** What ceph/s3-tests asks of a store and ours does not claim. All other tests of these files must pass. */
export const S3_FILES = ['test_s3.py', 'test_headers.py'] as const;

export interface Unclaimed {
  /** What the store does not claim, as docs/operations.md has it. */
  readonly reason: string;
  /** Marks of the suite's tests. */
  readonly marks: readonly string[];
  /** Patterns of whole names, without `test_`. */
  readonly tests: readonly string[];
}

const row = (reason: string, names: string, marks = ''): Unclaimed => ({
  reason,
  marks: marks.split(' '),
  tests: names.split(' '),
});

/** The first row that fits a test is its reason. */
export const S3_UNCLAIMED: readonly Unclaimed[] = [
  row('old versions of an object, and locks', '.*version.* object_lock_.*', 'delete_marker'),
  row(
    'lifecycle, storage classes, logs of a bucket',
    'restore_.* read_through',
    'lifecycle bucket_logging cloud_transition',
  ),
  row('server-side encryption', 'put_obj_enc_conflict_.*', 'encryption bucket_encryption sse_s3'),
  row('tags and metadata of an object', 'object_set_get_.* object_metadata_.*', 'tagging'),
  row(
    'headers that are kept with an object or overridden by a query',
    'object_write_cache_control object_write_expires object_content_encoding_.* object_raw_response_headers',
  ),
  row('copies', '.*copy.*', 'copy'),
  row('uploads in parts', '.*multipart.*'),
  row('forms of browsers (POST)', 'post_object_.*'),
  row(
    'ACLs, policies, owners: everybody reads, and a fan writes below own folders',
    '(?!object_raw_auth).*_acls? .*_acl_.* .*polic.* .*public_block.* block_public_.* access_.* expected_bucket_owner object_anon_put_write_access 100_continue',
    'bucket_policy object_ownership',
  ),
  row('rules of CORS: they are fixed', 'set_cors cors_.*'),
  row(
    'presigned requests, signatures of version 2, a date outside x-amz-date',
    '.*presigned.* object_raw_get_x_amz_.* object_create_(?:date_and_amz_date|amz_date_and_no_date)',
    'auth_aws2',
  ),
  row(
    'lists of objects',
    'bucket_list_.* bucket_listv2_.* basic_key_count bucket_create_special_key_names bucket_list_special_prefix',
  ),
  row(
    'calls about buckets: there is one',
    'bucket_create_.* buckets_.* list_buckets_.* bucket_recreate_.* bucket_get_location bucket_head bucket_head_extended account_usage head_bucket_usage',
  ),
  row('deletes: the server alone removes', '.*delete.* .*_gone'),
  row(
    'overwriting, and conditions of it: an object never changes',
    'atomic_.* object_write_read_update_.* put_object_ifmatch_.* put_object_ifnonmatch_(?:good|failed) put_object_if_match put_(?:object_)?current_.*',
  ),
  row('attributes, torrents, numbers of parts', 'get_.*object_attributes get_object_torrent non_multipart_get_part'),
  row('checksums in an answer other than CRC-32: of a put, each that was sent is compared', 'object_checksum_.*'),
  row(
    'empty objects, keys of other shapes',
    'object_head_zero_bytes ranged_request_empty_object object_read_unreadable',
  ),
  row('puts of unknown length', 'object_write_with_chunked_transfer_encoding'),
  row('an Expect other than 100-continue: it is 417, as HTTP allows', 'object_create_bad_expect_(?:mismatch|empty)'),
  row(
    'what the suite has no means to send: its client adds the header again',
    'object_create_bad_(?:contentlength_none|authorization_empty|authorization_none)',
  ),
];
