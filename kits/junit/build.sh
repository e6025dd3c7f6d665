#!/bin/sh
# Compiles the kit without Maven: sh build.sh [JAR] [FOLDER with the jars of JUnit 5 and Gson; default: Debian's]
set -eu
jar=${1:-cloudsec-fake-junit.jar}
jars=${2:-/usr/share/java}
source=$(dirname "$0")/src/main/java
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
javac --release 17 -Xlint:all,-path -Werror -cp "$jars/*" -proc:none -d "$classes" "$source"/cloudsec/fake/*.java
jar --create --file "$jar" -C "$classes" .
