/** The part of Amazon's SDK that we use, by name: a namespace import would bring all of it into the worker's script. */
export { HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
