# The commands of this project. Each works on a fresh Debian or Ubuntu machine with a Swift toolchain:
# it installs what is missing (saying what and why), builds, and runs.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo app pictures test test-core check apple-check sanitize fuzz bench docs format lint rows clean

SWIFT := Scripts/swift
events := .build/tests.jsonl
# Folder by folder: Apple/Sources are links to what is formatted already.
apple := Apple/Package.swift Apple/Tests Apple/Doubles/Package.swift Apple/Doubles/Sources

help: ## Lists these commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 20

demo: ## Takes a photo and a video, chooses among pictures, and shows what came of it
	@Scripts/install-packages build run
	@Scripts/demo

app: ## Opens the demo app: an avatar, attachments, a chat and a camera, with the pictures of this machine
	@Scripts/install-packages build run
	@Scripts/app

test: ## Runs all tests
	@Scripts/install-packages build run test
	@$(SWIFT) build --build-tests
	@Scripts/test
	@Scripts/apple-test

test-core: ## Builds and tests the portable targets alone: needs nothing but the toolchain
	@FILMSTRIP_CORE_ONLY=1 $(SWIFT) test --scratch-path .build/core

check: ## What CI runs: format, build without warnings, all tests, the rows, the documentation
	@Scripts/install-packages build run test
	@Scripts/check

apple-check: ## Compiles, checks and tests the iOS targets without a Mac, on doubles of Apple's frameworks
	@Scripts/install-packages toolchain test
	@Scripts/apple-check
	@Scripts/apple-check --self-test
	@Scripts/apple-test

sanitize: ## Runs the tests under the thread and the address sanitizer
	@Scripts/install-packages build run test
	@Scripts/sanitize

fuzz: ## Gives the readers of formats bytes that LLVM's fuzzer makes up, a minute each
	@Scripts/install-packages toolchain
	@Scripts/fuzz

bench: ## Prints the benchmark tables, or those that ONLY names (ONLY=index): ratios, measured side by side in one run
	@Scripts/install-packages build run bench
	@Scripts/bench $(ONLY)

docs: ## Builds the documentation into .build/docs
	@Scripts/install-packages build
	@Scripts/docs

format: ## Formats all Swift files in place
	@swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Fuzzing Examples $(apple)

lint: ## Tells what `make format` would change
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Fuzzing Examples $(apple)

pictures: ## Takes the pictures of README anew
	@Scripts/install-packages build run test pictures
	@Scripts/pictures

rows: ## Prints which behaviours are proven on which system, from the tests that passed last
	@[ -f $(events) ] || $(MAKE) test
	@Scripts/rows $(events)

clean: ## Removes everything that was built
	@rm -rf .build demo-output
